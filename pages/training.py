import numpy as np
import streamlit as st

from posenc import training as maths
from posenc.content import training as say
from posenc.figures import training as figures
from posenc.training import ENCODINGS, LENGTH, MARKED, WORDS
from posenc.ui import link, show, training
from posenc.ui.settings import begin

LENGTHS = (LENGTH, 16, 24, 48)
marked = WORDS[:MARKED]

begin(__file__, own_sizes=True)


def another() -> None:
    seed = st.session_state["training_seed"]
    st.session_state["training_seed"] = (seed + 1) % 10_000
    training.start(task.name, st.session_state["training_seed"], steps)


show.heading(
    "A model that needs order",
    "One layer of attention learns to answer a question about order. Without positions it has to guess.",
)
with st.container(horizontal=True, vertical_alignment="bottom"):
    task = say.TASKS[link.choice("Question", "question")]
    seed = link.whole("Seed", "training_seed", width=130, help="Chooses the weights at the start and the sentences.")
    steps = int(link.choice("Steps", "steps", help="Times that the weights are corrected."))
    run = training.current(task.name, seed, steps)
    running = run is not None and run.running
    if run and run.done:
        st.button(f"Train with seed {(seed + 1) % 10_000}", on_click=another, type="primary", key="train model")
    else:
        st.button(
            "Continue" if run and not running else "Train",
            on_click=training.start,
            args=(task.name, seed, steps),
            type="primary",
            disabled=running,
            key="train model",
        )
    st.button("Stop", on_click=training.stop, args=(run,), disabled=not running, key="stop training")
ceiling = maths.ceiling(task.name)


def draw() -> None:
    reports = run.reports if run else []
    resting = not (run and run.running)
    left, right = st.columns([1.9, 1], gap="large")
    with left:
        picture = st.container()
        at = len(reports) - 1
        if reports and not resting:
            st.progress(reports[-1][0].step / steps, f"Step {reports[-1][0].step} of {steps}")
        elif len(reports) > 1:
            told = [models[0].step for models in reports]
            key = f"look back {task.name} {seed} {steps} {len(told)}"
            at = told.index(st.select_slider("Look back at step", told, value=told[-1], key=key))
    models = {name: told.model for name, told in zip(ENCODINGS, reports[at], strict=True)} if reports else {}
    curves = {
        name: ([told[k].step for told in reports], [told[k].accuracy for told in reports])
        for k, name in enumerate(ENCODINGS)
    }
    with picture:
        reading = figures.accuracy_reading(curves if reports else {}, ceiling=ceiling)
        training.drawing(
            figures.growing_curves(
                curves,
                steps=steps,
                ceiling=ceiling,
                at=reports[at][0].step if resting and at + 1 < len(reports) else None,
                readable=resting,
                description=reading,
            ),
            key="curves",
        )
        st.markdown(reading)
    with right:
        st.markdown(f"**{say.question(task, marked)}**")
        sentences = maths.exam_sentences(task.name)
        answers = [maths.right_answers(task.name, sentence) for sentence in sentences]
        said = {name: [maths.answers_given(model, sentence) for sentence in sentences] for name, model in models.items()}
        if task.name == "first":
            first = [answer for (answer,) in answers]
            given = {name: [answer for (answer,) in both] for name, both in said.items()}
            training.drawing(figures.swapped_twins(sentences, marked, first, given), key="example")
        else:
            given = {name: list(both[0]) for name, both in said.items()}
            training.drawing(figures.words_before(sentences[0], answers[0], given), key="example")
    if models:
        inside(models, curves, resting)


def inside(models: dict[str, maths.Model], curves: figures.Curves, resting: bool) -> None:
    look = link.choice("Look inside", "look")
    if look == "attention":
        for column, (name, model) in zip(st.columns(3, gap="medium"), models.items(), strict=True):
            seen = maths.attention_example(model)
            with column:
                show.picture(
                    figures.attention_map(seen.words, seen.weights, name, seen.on_answer, what=task.answering),
                    key=f"attention of {name}", selectable=False, height=330,
                )  # fmt: skip
    elif look == "learned table":
        table = models["learned"].positions()
        ruler = maths.principal_component(table)
        left, right = st.columns(2, gap="medium")
        with left:
            reading = figures.ruler_reading(*ruler)
            limit = float(np.abs(table).max()) or 1.0
            show.picture(
                figures.learned_map(table, limit=limit, description=reading), key="learned", selectable=False, height=330
            )
        with right:
            training.drawing(figures.ruler(ruler.along), key="ruler")
    elif not resting:
        st.markdown("This is drawn when the training rests.")
    elif look == "longer sentences":
        shares = {
            name: [maths.evaluate(model, n) if n <= model.longest else None for n in LENGTHS]
            for name, model in models.items()
        }
        show.chart(
            figures.longer_sentences(
                LENGTHS, shares, ceilings=[maths.ceiling(task.name, n) for n in LENGTHS], trained=LENGTH
            ),
            figures.longer_reading(LENGTHS, shares, trained=LENGTH),
            key="longer",
        )
    else:
        answers = len(marked if task.name == "first" else WORDS)
        show.chart(figures.loss_curves(losses, steps=steps, answers=answers), figures.loss_reading(), key="loss")
    st.markdown(say.why(task, marked, LENGTH, ceiling))


training.watch(run, draw)
