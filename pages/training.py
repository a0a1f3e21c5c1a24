import numpy as np
import streamlit as st

from posenc import training as maths
from posenc.content import training as say
from posenc.figures import training as figures
from posenc.training import ENCODINGS, LENGTH, MARKED, WORDS
from posenc.ui import glossary, link, show, training
from posenc.ui.settings import begin

LENGTHS = (8, LENGTH, 16, 24, 48)
marked = WORDS[:MARKED]

begin(__file__, own_sizes=True)


def start(wanted: int) -> None:
    st.session_state["training_seed"] = wanted
    training.start(task.name, wanted, steps)


show.heading(
    "A model that needs order",
    "One layer of attention learns to answer a question about order. Without positions it can only guess.",
)
with st.container(horizontal=True, vertical_alignment="bottom"):
    task = say.TASKS[link.choice("Question", "question")]
    steps = int(link.choice("Steps", "steps", help="How often the weights are corrected, each time by new sentences."))
    seed = link.whole("Seed", "training_seed", width=130, help="Chooses the first weights and all sentences.")
    run = training.current(task.name, seed, steps)
    running = run is not None and run.running
    done = run is not None and run.done
    wanted = (seed + 1) % 10_000 if done else seed
    name = f"Train with seed {wanted}" if done else "Continue" if run and not running else "Train"
    st.button(name, on_click=start, args=(wanted,), type="primary", disabled=running, key="train model")
    st.button("Stop", on_click=training.stop, args=(run,), disabled=not running, key="stop training")
ceiling = maths.ceiling(task.name)
answers = MARKED if task.name == "first" else len(WORDS)


def draw() -> None:
    left, right = st.columns([1.8, 1], gap="large")
    with left:
        shown = curves()
    models = run.models(shown) if run else {}
    with right:
        example(models)
    if models:
        look_inside(models)


def curves() -> int:
    """Draw the curves and what looks back, below; the number of the report that is looked at, the last at first."""
    place = st.container()
    told = run.steps_told if run else []
    last = shown = len(told) - 1
    if running:
        st.progress(told[-1] / steps, f"Step {told[-1]} of {steps}")
    elif last > 0:
        key = f"look back {task.name} {seed} {steps} {last}"
        shown = told.index(st.select_slider("Look back at step", told, told[-1], key=key))
    accuracies = run.curves("accuracy") if run else dict.fromkeys(ENCODINGS, ([], []))
    reading = figures.accuracy_reading(run.curves("accuracy", shown + 1) if run else {}, ceiling=ceiling)
    with place:
        picture = figures.accuracy_curves(
            accuracies,
            steps=steps,
            ceiling=ceiling,
            at=told[shown] if shown < last else None,
            readable=not running,
            description=reading,
        )
        training.drawing(picture, key="accuracy")
        st.markdown(reading)
    if told and not running:
        show.save(
            f"training_{task.name}_{seed}",
            lambda: np.column_stack([told, *(shares for _, shares in accuracies.values())]),
            say.code(task.name, ENCODINGS, seed, steps, steps // training.EXAMS),
        )
    return shown


def example(models: dict[str, maths.Model]) -> None:
    """Draw a sentence of the exam with its answers, and what the models say."""
    sentences = maths.exam_sentences(task.name)
    right = [maths.right_answers(task.name, sentence) for sentence in sentences]
    said = {name: [maths.answers_given(model, sentence) for sentence in sentences] for name, model in models.items()}
    st.markdown(f"**{say.question(task, marked)}**")
    if task.name == "first":
        pairs = {name: [word for (word,) in both] for name, both in said.items()}
        table = figures.swapped_twins(sentences, marked, [word for (word,) in right], pairs)
    else:
        table = figures.words_before(sentences[0], right[0], {name: words for name, (words, _) in said.items()})
    training.drawing(table, key="example")
    st.markdown(say.why(task, marked, LENGTH, ceiling))


def look_inside(models: dict[str, maths.Model]) -> None:
    """Draw what one has chosen to see of the models."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        look = link.choice("Look inside", "look")
        glossary.words("attention", "query, key, value", "learned position embedding", "extrapolation")
    if look == "attention":
        for column, (name, model) in zip(st.columns(3, gap="medium"), models.items(), strict=True):
            seen = maths.attention_example(model)
            picture = figures.attention_map(
                seen.words, seen.weights, name, seen.on_answer, seen.on_other, answer=task.answer
            )
            with column:
                show.picture(picture, key=f"attention of {name}", selectable=False, height=330)
    elif look == "learned table":
        table = models["learned"].positions()
        ruler = maths.principal_component(table)
        reading = figures.ruler_reading(*ruler)
        left, right = st.columns(2, gap="large")
        with left:
            picture = figures.learned_map(table, description=reading)
            show.picture(picture, key="learned table", selectable=False, height=330)
        with right:
            training.drawing(figures.ruler(ruler.along, description=reading), key="ruler")
    elif look == "longer sentences" and running:
        st.markdown("Longer sentences are examined when the training rests.")
    elif look == "longer sentences":
        shares = {
            name: [maths.evaluate(model, n) if n <= model.longest else None for n in LENGTHS]
            for name, model in models.items()
        }
        ceilings = [maths.ceiling(task.name, n) for n in LENGTHS]
        reading = figures.longer_reading(LENGTHS, shares, trained=LENGTH)
        training.drawing(
            figures.longer_sentences(LENGTHS, shares, ceilings=ceilings, trained=LENGTH, description=reading),
            key="longer sentences",
        )
        st.markdown(reading)
    else:
        losses = run.curves("loss") if run else {}
        reading = figures.loss_reading(losses, answers=answers)
        training.drawing(
            figures.loss_curves(losses, steps=steps, answers=answers, readable=not running, description=reading),
            key="loss",
        )
        st.markdown(reading)


training.watch(run, draw)
