import streamlit as st

from posenc import training as maths
from posenc.content import training as say
from posenc.figures import training as figures
from posenc.training import ENCODINGS, LENGTH, MARKED, WORDS
from posenc.ui import link, show, training
from posenc.ui.settings import begin

LENGTHS = (8, LENGTH, 16, 24, 48)
marked = WORDS[:MARKED]

begin(__file__, own_sizes=True)


def start_another() -> None:
    st.session_state["training_seed"] = following
    training.start(task.name, following, steps)


show.heading(
    "A model that needs order",
    "One layer of attention learns to answer a question about order. Without positions it can only guess.",
)
with st.container(horizontal=True, vertical_alignment="bottom"):
    task = say.TASKS[link.choice("Question", "question")]
    steps = int(link.choice("Steps", "steps", help="How often the weights are corrected, each time by new sentences."))
    seed = link.whole("Seed", "training_seed", width=130, help="Chooses the first weights and all sentences.")
    run = training.current(task.name, seed, steps)
    following = (seed + 1) % 10_000
    running = run is not None and run.running
    if run and run.done:
        name, act, given = f"Train with seed {following}", start_another, ()
    else:
        name, act, given = "Continue" if run and not running else "Train", training.start, (task.name, seed, steps)
    st.button(name, on_click=act, args=given, type="primary", disabled=running, key="train model")
    st.button("Stop", on_click=training.stop, args=(run,), disabled=not running, key="stop training")
ceiling = maths.ceiling(task.name)
answers = MARKED if task.name == "first" else len(WORDS)


def draw() -> None:
    left, right = st.columns([1.9, 1], gap="large")
    with left:
        shown = curves()
    models = dict(zip(ENCODINGS, run.told("model")[shown], strict=True)) if run else {}
    with right:
        example(models)
    if models:
        look_inside(models, shown)


def curves() -> int:
    """Draw the curves and, below them, what looks back; the number of the report that is looked at."""
    place = st.container()
    steps_told = [step for step, *_ in run.told("step")] if run else []
    shown = len(steps_told) - 1
    if running:
        st.progress(steps_told[-1] / steps, f"Step {steps_told[-1]} of {steps}")
    elif shown > 0:
        key = f"look back {task.name} {seed} {steps} {shown}"
        shown = steps_told.index(st.select_slider("Look back at step", steps_told, steps_told[-1], key=key))
    with place:
        accuracies = run.curves("accuracy") if run else {}
        reading = figures.accuracy_reading(accuracies, ceiling=ceiling)
        at = steps_told[shown] if shown < len(steps_told) - 1 else None
        training.drawing(
            figures.accuracy_curves(
                accuracies or dict.fromkeys(ENCODINGS, ((), ())),
                steps=steps,
                ceiling=ceiling,
                at=at,
                readable=not running,
                description=reading,
            ),
            key="accuracy curves",
        )
        st.markdown(reading)
    return shown


def example(models: dict[str, maths.Model]) -> None:
    """Draw a sentence of the exam with its answers, and what the models say."""
    sentences = maths.exam_sentences(task.name)
    right = [maths.right_answers(task.name, sentence) for sentence in sentences]
    said = {name: [maths.answers_given(model, sentence) for sentence in sentences] for name, model in models.items()}
    st.markdown(f"**{say.question(task, marked)}**")
    if task.name == "first":
        pairs = {name: [word for (word,) in both] for name, both in said.items()}
        training.drawing(figures.swapped_twins(sentences, marked, [word for (word,) in right], pairs), key="example")
    else:
        one = {name: first for name, (first, _) in said.items()}
        training.drawing(figures.words_before(sentences[0], right[0], one), key="example")
    st.markdown(say.why(task, marked, LENGTH, ceiling))


def look_inside(models: dict[str, maths.Model], shown: int) -> None:
    """Draw what one has chosen to see of the models."""
    look = link.choice("Look inside", "look")
    if look == "attention":
        for column, (name, model) in zip(st.columns(3, gap="medium"), models.items(), strict=True):
            seen = maths.attention_example(model)
            with column:
                show.picture(
                    figures.attention_map(seen.words, seen.weights, name, seen.on_answer, answer=task.answer),
                    key=f"attention of {name}",
                    selectable=False,
                    height=330,
                )
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
    elif look == "longer sentences":
        if running:
            st.markdown("Examined when the training rests.")
            return
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
            key="loss curves",
        )
        st.markdown(reading)


training.watch(run, draw)
