"""The bug gallery: every picture shows its mistake, every line of code makes its picture, every claim is measured."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from posenc import gallery
from posenc.content import bugs
from posenc.gallery import EXHIBITS, effects, picture
from posenc.similarity import offset_deviation
from posenc.sinusoidal import inv_freq, sinusoidal

IDS = [item.id for item in EXHIBITS]
TABLES = [item.id for item in EXHIBITS if item.kind == "table"]


def dot(table):
    return table @ table.T


def alike(table, p, q):
    return table[p] @ table[q] / np.sqrt((table[p] @ table[p]) * (table[q] @ table[q]))


# Pictures


@pytest.mark.parametrize("id", IDS)
def test_wrong_and_right_have_one_shape_and_differ(id):
    shown = picture(id)
    assert shown.wrong.shape == shown.right.shape == shown.difference.shape
    assert np.isfinite(shown.wrong).all()
    assert effects(id).largest > 0.25


@pytest.mark.parametrize("id", TABLES)
@pytest.mark.parametrize(("length", "width"), [(1, 2), (2, 2), (7, 8), (33, 16)])
def test_tables_can_be_drawn_at_any_size_and_stay_within_one(id, length, width):
    shown = picture(id, length, width)
    assert shown.wrong.shape == (length, width)
    assert np.abs(shown.wrong).max() <= 1


def test_right_tables_are_the_library_s_own():
    for id in TABLES:
        item = gallery.exhibit(id)
        same = sinusoidal(item.length, item.width)
        if id in ("halves-swapped", "overwritten"):
            same = sinusoidal(item.length, item.width, layout="concatenated")
        if id == "rope-base":
            same = sinusoidal(item.length, item.width, 500_000.0)
        assert_allclose(picture(id).right, same, atol=1e-14)


def test_drawing_does_not_change_the_exhibit():
    first = picture("zero-first-row").wrong.copy()
    picture("zero-first-row").wrong[:] = 9
    assert_allclose(picture("zero-first-row").wrong, first, atol=0)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("no-such-bug",), "id must be one of"),
        (("multiply", 0), "length must be at least 1, got 0"),
        (("multiply", 5, 7), "width must be even, got 7"),
    ],
)
def test_a_bad_request_names_parameter_rule_and_value(args, message):
    with pytest.raises(ValueError, match=message):
        picture(*args)


# Every line of code makes its picture


def run(lines, id):
    """Execute a bug's line in a frame that holds the names it uses; complete what it makes to the picture's array."""
    item = gallery.exhibit(id)
    length, width, heads = item.length, item.width, item.width
    if id == "odd-width":
        width -= 1
    half, pair, column = width // 2, np.arange(-(-width // 2)), np.arange(width)
    position = np.arange(length)[:, None]
    speed = 10000.0 ** (-2 * pair / width)
    table = np.zeros((length, width))
    frame = {
        "np": np,
        "math": math,
        "sinusoidal": sinusoidal,
        "start": 0,
        "d": 2 * width,
        "even": np.arange(0, length, 2),
    }
    frame |= {"length": length, "width": width, "half": half, "pair": pair, "column": column, "position": position}
    frame |= {"speed": speed, "angle": position * speed, "table": table, "cache": {}, "bfloat16": to_bfloat16}
    frame |= {"config": {"rope_theta": 500_000.0}, "encode": lambda start, n: sinusoidal(n, item.width, start=start)}
    frame |= {
        "head": np.arange(heads),
        "heads": heads,
        "query": position,
        "key": position.T,
        "slope": 2.0 ** (-8 / heads),
    }

    if id == "cosine-own-exponent" or id == "odd-width":
        table[:, 0::2] = np.sin(frame["angle"])
    if id == "rows-not-columns":
        table[:] = np.repeat(frame["angle"], 2, axis=1)
        if lines == bugs.tell(id).right:
            frame["even"] = np.arange(0, width, 2)
    if id == "overwritten":
        frame["angles"] = np.repeat(frame["angle"], 2, axis=1)
    if id == "one-row-for-all":
        frame["x"], frame["table"] = np.zeros((length, width)), sinusoidal(length + 9, width)
    if id == "batch-axis":
        frame["x"], frame["table"] = np.zeros((3, length, width)), sinusoidal(length + 9, width)
    if id == "table-too-short":
        frame["table"] = sinusoidal(gallery.TRAINED_LENGTH, width)
    if id == "rope-other-pairing":
        frame["x"] = np.stack(gallery._query_and_key(width))
    given = set(frame)
    if id == "cache-forgets-offset":
        chunks = []
        for begin in range(0, length, gallery.CHUNK):
            frame |= {"start": begin, "length": min(gallery.CHUNK, length - begin)}
            exec(lines, frame)
            chunks.append(frame["rows"])
        return np.concatenate(chunks)
    before = {name: frame[name] for name in given}
    exec(lines, frame)

    made = [name for name in frame if name not in given and name != "__builtins__"]
    made += [name for name in ("speed", "angle", "position", "slope") if frame[name] is not before[name]]
    if id == "batch-axis":
        return frame["x"][1]
    if id == "one-row-for-all":
        return frame["x"]
    if id == "rope-other-pairing":
        return rope_scores(frame["a"], frame["b"], position * speed, width)
    if id == "rope-mixed-pairing":
        return mixed_scores(frame["cos"], frame["sin"], width)
    if "rows" in made:
        return frame["rows"]
    if "bias" in made:
        return np.tril(frame["bias"])
    if "slope" in made:
        return -frame["slope"][:, None] * np.arange(length)
    if "position" in made:
        frame["angle"], made = frame["position"] * speed, ["angle"]
    if "speed" in made:
        frame["angle"], made = position * frame["speed"], ["angle"]
    if "angle" in made:
        angle = frame["angle"] if frame["angle"].shape[1] == width else np.repeat(frame["angle"], 2, axis=1)
        table[:, 0::2], table[:, 1::2] = np.sin(angle[:, 0::2]), np.cos(angle[:, 1::2])
        return table
    return frame["angles"] if id == "overwritten" and "table[" not in lines else frame["table"]


def to_bfloat16(values):
    """Independent of the gallery's: round the float32 bit pattern to its upper half, ties to even."""
    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16 << 16
    return rounded.astype(np.uint32).view(np.float32).astype(np.float64)


def rope_scores(a, b, angle, width):
    turned = [
        np.concatenate([a[m] * np.cos(angle) - b[m] * np.sin(angle), a[m] * np.sin(angle) + b[m] * np.cos(angle)], 1)
        for m in (0, 1)
    ]
    return turned[0] @ turned[1].T / np.sqrt(width)


def mixed_scores(cos, sin, width):
    def turned(x):
        partner = np.stack([-x[1::2], x[0::2]], axis=-1).ravel()
        return x * cos + partner * sin

    q, k = gallery._query_and_key(width)
    return turned(q) @ turned(k).T / np.sqrt(width)


@pytest.mark.parametrize("id", IDS)
def test_the_wrong_line_shown_makes_the_wrong_picture_shown(id):
    made = run(bugs.tell(id).wrong, id)
    assert_allclose(made, picture(id).wrong[:, : made.shape[1]], atol=1e-9)


@pytest.mark.parametrize("id", [id for id in IDS if id != "odd-width"])
def test_the_right_line_shown_makes_the_right_picture_shown(id):
    assert_allclose(run(bugs.tell(id).right, id), picture(id).right, atol=1e-9)


def test_the_right_line_for_an_odd_width_refuses_it():
    with pytest.raises(ValueError, match="width must be even, got 15"):
        exec(bugs.tell("odd-width").right, {"width": 15})


# Claims that the texts make


@pytest.mark.parametrize(
    "id", ["multiply", "base-1000", "half-minus-one", "integer-speeds", "floor-division", "power-chain", "rope-base"]
)
def test_wrong_speeds_for_whole_pairs_still_depend_on_the_offset_alone(id):
    found = effects(id)
    assert found.offset_spread < 1e-9
    assert_allclose([found.norm_least, found.norm_most], np.sqrt(gallery.exhibit(id).width / 2), atol=1e-9)


@pytest.mark.parametrize("id", ["exponent-2j", "cosine-own-exponent", "overwritten", "rolled-positions"])
def test_mistakes_that_break_the_dependence_on_the_offset_do_so_visibly(id):
    assert effects(id).offset_spread > 4


@pytest.mark.parametrize("id", ["other-layout", "halves-swapped", "off-by-two"])
def test_mistakes_said_to_leave_similarity_unchanged_do(id):
    shown = picture(id)
    assert_allclose(dot(shown.wrong), dot(shown.right), atol=1e-12)


def test_the_column_in_the_power_leaves_only_column_0_right():
    assert effects("exponent-2j").columns == gallery.exhibit("exponent-2j").width - 1


def test_a_cosine_with_its_own_exponent_lies_halfway_to_the_next_pair_and_is_the_exponent_j():
    shown = picture("cosine-own-exponent")
    assert_allclose(shown.wrong[:, 0::2], shown.right[:, 0::2], atol=1e-12)
    speed = inv_freq(64)
    assert_allclose(shown.wrong[1, 1:-1:2], np.cos(np.sqrt(speed[:-1] * speed[1:])), atol=1e-12)
    assert_allclose(shown.wrong[1, 1::2], np.cos(1 / 10000 ** (np.arange(1, 64, 2) / 64)), atol=1e-12)


def test_multiplying_makes_strangers_of_neighbors_and_aliases_most_pairs():
    shown = picture("multiply")
    assert alike(shown.wrong, 0, 1) < 0.1 < 0.9 < alike(shown.right, 0, 1)
    assert (1 / inv_freq(64) > np.pi).sum() > 16
    assert (inv_freq(64) <= 1).all()  # the right table never turns more than 1 radian, far below half a turn


def test_base_1000_falls_faster_than_base_10000():
    shown = picture("base-1000")
    assert all(alike(shown.wrong, 0, k) < alike(shown.right, 0, k) for k in (1, 2, 5))


def test_half_minus_one_ends_at_10000_exactly_and_slows_every_pair_but_the_first():
    shown = picture("half-minus-one")
    assert shown.wrong[1, -2] == pytest.approx(math.sin(1 / 10000), rel=1e-12)
    assert (shown.wrong[1, 2::2] < shown.right[1, 2::2]).all()


def test_integer_speeds_make_every_pair_a_copy_of_pair_0():
    wrong = picture("integer-speeds").wrong
    assert_allclose(wrong, np.tile(wrong[:, :2], 32), atol=1e-12)


def test_floor_division_flattens_most_of_the_table_and_far_positions_look_alike():
    shown = picture("floor-division")
    assert np.ptp(shown.wrong, axis=0)[-48:].max() < 0.001
    assert alike(shown.wrong, 0, 44) > 0.95 > 0.7 > alike(shown.right, 0, 44)
    assert all(-math.log(10000) / (2 * width) // 2 == -1 for width in range(4, 1025, 2))


def test_the_power_chain_slows_pair_0_ten_times():
    assert picture("power-chain").wrong[1, 0] == pytest.approx(math.sin(0.1), rel=1e-12)


def test_reversed_powers_stop_pair_0_and_leave_no_slow_pair():
    wrong = picture("power-reversed").wrong
    assert_allclose(wrong[:, :2], np.tile([0.0, 1.0], (50, 1)), atol=0)
    assert (wrong[1, 2::2] > math.sin(0.99)).all()


def test_an_odd_width_leaves_the_last_sine_without_partner_and_barely_changes_the_norms():
    shown = picture("odd-width")
    assert_allclose(shown.wrong[:, -1], 0, atol=0)
    assert np.sqrt(1 - shown.wrong[:, -2] ** 2).min() > 0.9999
    assert 1e-9 < effects("odd-width").offset_spread < 0.01


def test_overwriting_turns_half_of_the_cosines_into_cosines_of_sines():
    shown = picture("overwritten")
    changed = np.abs(shown.difference).max(axis=0) > 1e-9
    assert changed[32:48].all()
    assert changed.sum() == 16
    assert shown.wrong[:, changed].min() >= math.cos(1)
    assert shown.right[:, changed].min() < 0


def test_sines_by_rows_make_a_chessboard_of_similarity():
    s = dot(picture("rows-not-columns").wrong)
    assert s[1::2, 1::2].min() > 4 * max(s[0::2, 0::2].mean(), s[0::2, 1::2].mean())


@pytest.mark.parametrize(("id", "row"), [("one-row-for-all", 50), ("batch-axis", 1)])
def test_one_row_for_all_positions_makes_every_pair_of_positions_equal(id, row):
    assert_allclose(picture(id).wrong, np.tile(sinusoidal(row + 1, 64)[row], (50, 1)), atol=1e-14)
    assert effects(id).twins == 50 * 49 // 2


def test_beyond_a_table_s_end_all_clamped_rows_are_equal():
    shown = picture("table-too-short")
    assert_allclose(shown.wrong[:32], shown.right[:32], atol=0)
    assert_allclose(shown.wrong[32:], np.tile(shown.right[31], (18, 1)), atol=0)


def test_a_cache_without_the_start_repeats_the_first_chunk():
    shown = picture("cache-forgets-offset")
    assert_allclose(shown.wrong[25:], shown.right[:25], atol=0)


def test_bfloat16_merges_positions_above_256_only():
    shown = picture("bfloat16-positions")
    assert_allclose(shown.wrong[:257], shown.right[:257], atol=1e-12)
    for position, merged in ((257, 256), (259, 260), (261, 260)):
        assert_allclose(shown.wrong[position], shown.right[merged], atol=1e-12)


def test_a_zero_first_row_is_at_a_right_angle_to_all_others():
    s = dot(picture("zero-first-row").wrong)
    assert_allclose(s[0], 0, atol=0)
    assert effects("zero-first-row").columns == 32


def test_rolled_positions_are_right_between_all_tokens_but_the_last():
    shown = picture("rolled-positions")
    assert_allclose(dot(shown.wrong)[:-1, :-1], dot(shown.right)[:-1, :-1], atol=1e-12)


def test_either_pairing_of_rope_depends_on_the_offset_alone_and_both_agree_at_offset_0():
    shown = picture("rope-other-pairing")
    assert offset_deviation(shown.right) < 1e-12
    assert offset_deviation(shown.wrong) < 1e-12
    assert_allclose(np.diagonal(shown.wrong), np.diagonal(shown.right), atol=1e-12)


def test_mixed_pairings_of_rope_do_not_depend_on_the_offset_alone():
    assert effects("rope-mixed-pairing").offset_spread > 0.5


def test_alibi_with_the_wrong_sign_prefers_the_farthest_token():
    shown = picture("alibi-sign")
    last = np.exp(shown.wrong[-1])
    assert last.argmax() == 0
    assert np.exp(shown.right[-1]).argmax() == len(last) - 1
    assert np.exp(shown.right[-1])[0] / np.exp(shown.right[-1]).sum() < 1e-6
    assert_allclose(shown.wrong, -shown.right, atol=0)


# Slopes for 12 heads as printed in ofirpress/attention_with_linear_biases, issue 17
SLOPES_12 = [2.0**-h for h in range(1, 9)] + [
    0.7071067811865476,
    0.35355339059327384,
    0.17677669529663692,
    0.08838834764831849,
]


def test_alibi_slopes_for_12_heads_are_the_authors_own_and_both_ways_agree_for_powers_of_two():
    shown = picture("alibi-slopes")
    assert_allclose(-shown.right[:, 1], SLOPES_12, rtol=1e-15)
    for heads in (2, 4, 8, 16, 32):
        both = picture("alibi-slopes", 3, heads)
        assert_allclose(both.wrong, both.right, rtol=1e-14)
