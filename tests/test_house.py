"""The house keeps its order: who may import whom, and what the README promises exists."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest
from threadpoolctl import threadpool_info

import posenc.ui  # noqa: F401

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "posenc"


def imports(file: Path) -> set[str]:
    """The modules that a file imports, by their full names."""
    found: set[str] = set()
    package = ".".join(file.relative_to(ROOT).with_suffix("").parts[:-1])
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parts, base]).rstrip(".")
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return found


def room(module: str) -> str:
    for name in ("ui", "figures", "content"):
        if module.startswith(f"posenc.{name}"):
            return name
    return "maths" if module.startswith("posenc.") and not module.startswith("posenc._") else ""


FILES = sorted(PACKAGE.rglob("*.py"))
MATHS = [f for f in FILES if f.parent == PACKAGE and f.name != "__init__.py"]


@pytest.mark.parametrize("file", [f for f in FILES if "ui" not in f.parts], ids=str)
def test_no_streamlit_below_ui(file: Path) -> None:
    assert not {m for m in imports(file) if m.split(".")[0] == "streamlit"}


@pytest.mark.parametrize("file", MATHS, ids=str)
def test_maths_knows_nothing_of_pictures_and_pages(file: Path) -> None:
    assert not {m for m in imports(file) if room(m) in ("figures", "ui") or m.split(".")[0] == "plotly"}


@pytest.mark.parametrize("file", sorted((PACKAGE / "figures").glob("*.py")), ids=str)
def test_figures_take_arrays_and_call_no_encoding(file: Path) -> None:
    assert not {m for m in imports(file) if room(m) in ("maths", "ui")}


@pytest.mark.parametrize("file", sorted((ROOT / "pages").glob("*.py")), ids=str)
def test_pages_draw_nothing_by_themselves(file: Path) -> None:
    assert not {m for m in imports(file) if m.split(".")[0] == "plotly"}


def test_every_page_file_stands_in_the_menu_and_begins_as_all_do() -> None:
    menu = (ROOT / "app.py").read_text(encoding="utf-8")
    for file in (ROOT / "pages").glob("*.py"):
        assert f"pages/{file.name}" in menu
        assert "begin(__file__" in file.read_text(encoding="utf-8")


def test_the_readmes_commands_name_files_that_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for requirements in re.findall(r"-r (\S+\.txt)", readme.replace("\\", "/")):
        assert (ROOT / requirements).exists()
    for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", readme):
        assert (ROOT / picture).exists()


def test_the_library_asks_for_the_same_numpy_as_the_app() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    app = (ROOT / "requirements.txt").read_text(encoding="utf-8").split()
    assert set(project["dependencies"]) <= set(app)


def test_no_page_can_ask_for_a_font_or_script_from_elsewhere() -> None:
    for file in [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.js")]:
        text = file.read_text(encoding="utf-8")
        assert ":material/" not in text, file
        assert "cdn." not in text, file


def test_the_app_multiplies_on_one_thread() -> None:
    assert {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"} <= {1}
