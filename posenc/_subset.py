# mypy: ignore-errors
# This file runs inside the sandbox, before the student's code. It is Python of the kind that pydantic-monty knows:
# no inheritance, decorators, properties or generators; `len` and `<` cannot be defined, `==` and operators can.
"""A subset of numpy in plain Python: what positional encodings are written with, honest where it ends.

An array is a flat list with a shape, a step for every axis and an offset, as in numpy, so slices, transposes and
broadcasts are views. Kinds are bool, int64, float32 and float64, and behave as in numpy: whole numbers wrap at 64 bits,
float32 rounds after every operation.
"""

import math

_RANK = {"bool": 0, "int64": 1, "float32": 2, "float64": 3}
_NAMES = {
    "bool": "bool",
    "int": "int64",
    "int32": "int64",
    "int64": "int64",
    "float": "float64",
    "float16": "float32",
    "float32": "float32",
    "float64": "float64",
    "double": "float64",
    "f": "float32",
    "f4": "float32",
    "f8": "float64",
    "d": "float64",
}


# Kinds of numbers


class Kind:
    """A dtype: its name, and a cast when it is called."""

    def __init__(self, name):
        self.name = name

    def __call__(self, value=0):
        return asarray(value).astype(self) if _is_many(value) else _CAST[self.name](value)

    def __eq__(self, other):
        return _kind(other) == self.name

    def __repr__(self):
        return "dtype('" + self.name + "')"

    def __str__(self):
        return self.name


def _kind(dtype):
    """The name of a kind, given any of the things that numpy takes for one."""
    if dtype is float:
        return "float64"
    if dtype is int:
        return "int64"
    if dtype is bool:
        return "bool"
    if isinstance(dtype, Kind):
        return dtype.name
    if isinstance(dtype, str) and dtype in _NAMES:
        return _NAMES[dtype]
    if isinstance(dtype, int):
        raise TypeError("cannot interpret " + str(dtype) + " as a data type: a shape is one tuple, np.zeros((n, d))")
    raise TypeError("this sandbox's numpy subset knows the kinds float64, float32, int64 and bool, not " + str(dtype))


def _round32(x):
    """The nearest float32."""
    if x == 0.0 or x != x or math.isinf(x):
        return x
    mantissa, exponent = math.frexp(x)
    if exponent > 128:
        return math.copysign(math.inf, x)
    return math.ldexp(float(round(mantissa * 16777216.0)), exponent - 24)


def _wrap(x):
    """A whole number as 64 bits hold it."""
    return x if -9223372036854775808 <= x < 9223372036854775808 else (x + 2**63) % 2**64 - 2**63


def _whole(x):
    x = float(x) if isinstance(x, bool) else x
    if isinstance(x, float) and (x != x or math.isinf(x)):
        return -9223372036854775808
    return _wrap(int(x))


_CAST = {"bool": bool, "int64": _whole, "float64": float, "float32": lambda x: _round32(float(x))}


def _is_many(value):
    return isinstance(value, (ndarray, list, tuple, range))


def _kind_of(value):
    """The kind of an array or a number."""
    if isinstance(value, ndarray):
        return value.dtype.name
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int64"
    if isinstance(value, float):
        return "float64"
    raise TypeError("this sandbox's numpy subset calculates with numbers, not with " + type(value).__name__)


def _common(a, b):
    """The kind of a result; a plain number does not widen float32."""
    one, two = _kind_of(a), _kind_of(b)
    many = isinstance(a, ndarray), isinstance(b, ndarray)
    if many == (True, False) and one == "float32":
        return one
    if many == (False, True) and two == "float32":
        return two
    if many == (True, True) and {one, two} == {"float32", "int64"}:
        return "float64"
    return one if _RANK[one] >= _RANK[two] else two


# The array


class ndarray:
    def __init__(self, data, shape, kind, steps=None, offset=0, twin=None):
        self._data = data
        self._whole = steps is None
        self._steps = _own_steps(shape) if steps is None else steps
        self._offset = offset
        self.shape = shape
        self.ndim = len(shape)
        self.size = math.prod(shape)
        self.dtype = _KINDS[kind]
        if twin is not None:
            self.T = twin
        elif len(shape) < 2:
            self.T = self
        else:
            self.T = ndarray(data, shape[::-1], kind, self._steps[::-1], offset, self)

    def __iter__(self):
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d array")
        return iter([self[k] for k in range(self.shape[0])])

    def __getitem__(self, key):
        return _get(self, key)

    def __setitem__(self, key, value):
        _set(self, key, value)

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __sub__(self, other):
        return subtract(self, other)

    def __rsub__(self, other):
        return subtract(other, self)

    def __mul__(self, other):
        return multiply(self, other)

    def __rmul__(self, other):
        return multiply(other, self)

    def __truediv__(self, other):
        return divide(self, other)

    def __rtruediv__(self, other):
        return divide(other, self)

    def __floordiv__(self, other):
        return floor_divide(self, other)

    def __rfloordiv__(self, other):
        return floor_divide(other, self)

    def __mod__(self, other):
        return mod(self, other)

    def __rmod__(self, other):
        return mod(other, self)

    def __pow__(self, other):
        return power(self, other)

    def __rpow__(self, other):
        return power(other, self)

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def __iadd__(self, other):
        return _in_place(self, add(self, other), "add")

    def __isub__(self, other):
        return _in_place(self, subtract(self, other), "subtract")

    def __imul__(self, other):
        return _in_place(self, multiply(self, other), "multiply")

    def __itruediv__(self, other):
        return _in_place(self, divide(self, other), "divide")

    def __neg__(self):
        return multiply(self, -1)

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return absolute(self)

    def __invert__(self):
        return _each(lambda x: not x if isinstance(x, bool) else ~x, self, self.dtype.name)

    def __and__(self, other):
        return _pairwise(lambda a, b: a & b, self, other, _common(self, other))

    def __or__(self, other):
        return _pairwise(lambda a, b: a | b, self, other, _common(self, other))

    def __eq__(self, other):
        return equal(self, other)

    def __round__(self, digits=0):
        return around(self, digits)

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __repr__(self):
        text = "array(" + _text(self, ", ", "array(")
        if self.dtype.name != "float32":
            return text + ")"
        lines = text.split("\n")
        return text + (",\n      " if len(lines[-1]) + 16 > 75 else ", ") + "dtype=float32)"

    def __str__(self):
        return _text(self, " ", "")

    def astype(self, dtype, copy=True):
        kind = _kind(dtype)
        return ndarray(list(map(_CAST[kind], flat(self))), self.shape, kind)

    def copy(self):
        return ndarray(list(flat(self)), self.shape, self.dtype.name)

    def item(self):
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return flat(self)[0]

    def tolist(self):
        return _nested(flat(self), self.shape)

    def reshape(self, *shape):
        return reshape(self, shape[0] if len(shape) == 1 else shape)

    def transpose(self, *axes):
        return transpose(self, (axes[0] if len(axes) == 1 else axes) or None)

    def flatten(self):
        return ndarray(list(flat(self)), (self.size,), self.dtype.name)

    def ravel(self):
        return reshape(self, -1)

    def squeeze(self):
        keep = [k for k in range(self.ndim) if self.shape[k] != 1]
        shape = tuple([self.shape[k] for k in keep])
        return ndarray(self._data, shape, self.dtype.name, tuple([self._steps[k] for k in keep]), self._offset)

    def fill(self, value):
        self[...] = value

    def repeat(self, repeats, axis=None):
        return repeat(self, repeats, axis)

    def dot(self, other):
        return matmul(self, other)

    def round(self, decimals=0):
        return around(self, decimals)

    def sum(self, axis=None, keepdims=False):
        return _reduce(_total, self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        return _reduce(_average, self, axis, keepdims)

    def max(self, axis=None, keepdims=False):
        return _reduce(_largest, self, axis, keepdims)

    def min(self, axis=None, keepdims=False):
        return _reduce(_smallest, self, axis, keepdims)

    def all(self, axis=None, keepdims=False):
        return _reduce(all, self, axis, keepdims)

    def any(self, axis=None, keepdims=False):
        return _reduce(any, self, axis, keepdims)


_KINDS = {"bool": Kind("bool"), "int64": Kind("int64"), "float32": Kind("float32"), "float64": Kind("float64")}


def _own_steps(shape):
    steps, step = [], 1
    for n in shape[::-1]:
        steps.append(step)
        step *= n
    return tuple(steps[::-1])


def _places(shape, steps, offset):
    """The places in the flat list, in reading order; a step may also be the list of an axis's own offsets."""
    places = [offset]
    for n, step in zip(shape, steps, strict=False):
        if isinstance(step, list):
            places = [p + q for p in places for q in step]
        else:
            places = [p + k * step for p in places for k in range(n)]
    return places


def flat(a):
    """The values in reading order; not to be changed."""
    if a._whole:
        return a._data
    data = a._data
    return [data[p] for p in _places(a.shape, a._steps, a._offset)]


def _nested(values, shape):
    if len(shape) == 0:
        return values[0]
    if len(shape) == 1:
        return list(values)
    size = math.prod(shape[1:])
    return [_nested(values[k * size : (k + 1) * size], shape[1:]) for k in range(shape[0])]


# Indexing


def _resolve(part, n):
    """First, count and step of a slice along an axis of n."""
    step = 1 if part.step is None else int(part.step)
    if step == 0:
        raise ValueError("slice step cannot be zero")
    low, high = (0, n) if step > 0 else (-1, n - 1)

    def bound(value, otherwise):
        if value is None:
            return otherwise
        value = int(value)
        value = value + n if value < 0 else value
        return low if value < low else high if value > high else value

    start = bound(part.start, low if step > 0 else high)
    stop = bound(part.stop, high if step > 0 else low)
    count = (stop - start + step - (1 if step > 0 else -1)) // step
    return start, count if count > 0 else 0, step


def _select(a, key):
    """Shape, steps and offset of what an index selects."""
    parts = list(key) if isinstance(key, tuple) else [key]
    used = 0
    for part in parts:
        used += 0 if part is None or part is Ellipsis else 1
    if used > a.ndim:
        raise IndexError(
            "too many indices for array: array is " + str(a.ndim) + "-dimensional, but " + str(used) + " were indexed"
        )
    missing = [slice(None)] * (a.ndim - used)
    spread, seen = [], False
    for part in parts:
        if part is Ellipsis and not seen:
            spread += missing
            seen = True
        else:
            spread.append(part)
    if not seen:
        spread += missing

    shape, steps, offset, axis, lists = [], [], a._offset, 0, 0
    for part in spread:
        if part is None:
            shape.append(1)
            steps.append(0)
            continue
        n, step = a.shape[axis], a._steps[axis]
        axis += 1
        if isinstance(part, slice):
            first, count, stride = _resolve(part, n)
            shape.append(count)
            steps.append(step * stride)
            offset += first * step
        elif isinstance(part, int) and not isinstance(part, bool):
            offset += _within(part, n, axis - 1) * step
        elif isinstance(part, (list, ndarray, range)):
            lists += 1
            if lists > 1:
                raise NotImplementedError("this sandbox's numpy subset takes one index array at a time")
            chosen = asarray(part)
            rows = flat(chosen)
            if chosen.dtype.name == "bool":
                if chosen.shape != (n,):
                    raise IndexError("boolean index did not match indexed array along axis " + str(axis - 1))
                rows = [k for k in range(n) if rows[k]]
            elif chosen.dtype.name != "int64" and rows:
                raise IndexError("arrays used as indices must be of integer (or boolean) type")
            if chosen.ndim != 1:
                raise NotImplementedError("this sandbox's numpy subset takes index arrays of one dimension")
            rows = [_within(row, n, axis - 1) * step for row in rows]
            shape.append(len(rows))
            steps.append(rows)
        elif isinstance(part, bool):
            raise NotImplementedError(
                "this sandbox's numpy subset compares arrays with == only; use np.not_equal, np.less or np.greater"
            )
        else:
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays"
                " are valid indices"
            )
    return tuple(shape), tuple(steps), offset, lists > 0


def _within(k, n, axis):
    if not -n <= k < n:
        raise IndexError("index " + str(k) + " is out of bounds for axis " + str(axis) + " with size " + str(n))
    return k + n if k < 0 else k


def _is_mask(a, key):
    return isinstance(key, ndarray) and key.dtype.name == "bool" and key.ndim > 1 and key.shape == a.shape


def _masked(a, key):
    return [p for p, chosen in zip(_places(a.shape, a._steps, a._offset), flat(key), strict=False) if chosen]


def _get(a, key):
    if _is_mask(a, key):
        values = [a._data[p] for p in _masked(a, key)]
        return ndarray(values, (len(values),), a.dtype.name)
    shape, steps, offset, copied = _select(a, key)
    if copied:
        data = a._data
        return ndarray([data[p] for p in _places(shape, steps, offset)], shape, a.dtype.name)
    if len(shape) == 0 and key is not Ellipsis and key != ():
        return a._data[offset]
    return ndarray(a._data, shape, a.dtype.name, steps, offset)


def _set(a, key, value):
    if _is_mask(a, key):
        places = _masked(a, key)
        shape = (len(places),)
    else:
        shape, steps, offset, _ = _select(a, key)
        places = [offset] if len(shape) == 0 else _places(shape, steps, offset)
    cast = _CAST[a.dtype.name]
    data = a._data
    if not _is_many(value):
        _kind_of(value)
        value = cast(value)
        for p in places:
            data[p] = value
        return
    value = asarray(value)
    size = value.ndim
    while size > len(shape) and value.shape[0] == 1:
        value = value[0] if size > 1 else value
        size -= 1
        if not isinstance(value, ndarray):
            value = asarray([value])
            break
    # A value read from the same list must be read before the first write.
    values = list(_spread(value, shape, "could not broadcast input array from shape {0} into shape {1}"))
    if value.dtype.name != a.dtype.name:
        values = list(map(cast, values))
    for p, v in zip(places, values, strict=False):
        data[p] = v


def _in_place(a, result, name):
    if _RANK[result.dtype.name] > _RANK[a.dtype.name] and a.dtype.name in ("bool", "int64"):
        raise TypeError(
            "Cannot cast ufunc '"
            + name
            + "' output from dtype('"
            + result.dtype.name
            + "') to dtype('"
            + a.dtype.name
            + "') with casting rule 'same_kind'"
        )
    a[...] = result
    return a


# Element by element


def _spread(a, shape, complaint="operands could not be broadcast together with shapes {0} {1}"):
    """The values of an array, broadcast to a shape, in reading order."""
    if a.shape == shape:
        return flat(a)
    lead = len(shape) - a.ndim
    if lead < 0:
        raise ValueError(complaint.format(_shape_text(a.shape), _shape_text(shape)))
    steps = [0] * lead
    for n, wanted, step in zip(a.shape, shape[lead:], a._steps, strict=False):
        if n != wanted and n != 1:
            raise ValueError(complaint.format(_shape_text(a.shape), _shape_text(shape)))
        steps.append(0 if n == 1 else step)
    data = a._data
    return [data[p] for p in _places(shape, steps, a._offset)]


def _shape_text(shape):
    return "(" + ",".join([str(n) for n in shape]) + ("," if len(shape) == 1 else "") + ")"


def _joint(one, two):
    """The shape that two shapes broadcast to."""
    size = max(len(one), len(two))
    a = (1,) * (size - len(one)) + one
    b = (1,) * (size - len(two)) + two
    for m, n in zip(a, b, strict=False):
        if m != n and m != 1 and n != 1:
            raise ValueError(
                "operands could not be broadcast together with shapes " + _shape_text(one) + " " + _shape_text(two)
            )
    return tuple([n if m == 1 else m for m, n in zip(a, b, strict=False)])


def _settle(values, kind):
    """Results as their kind holds them."""
    if kind == "float32":
        return [_round32(float(x)) for x in values]
    if kind == "int64":
        return [_wrap(x) for x in values]
    return values


def _pairwise(f, a, b, kind):
    """f of every pair of elements, broadcast; plain numbers give a plain number."""
    a = asarray(a) if _is_many(a) else a
    b = asarray(b) if _is_many(b) else b
    if not isinstance(a, ndarray) and not isinstance(b, ndarray):
        return _settle([f(a, b)], kind)[0]
    if not isinstance(a, ndarray):
        return ndarray(_settle([f(a, y) for y in flat(b)], kind), b.shape, kind)
    if not isinstance(b, ndarray):
        return ndarray(_settle([f(x, b) for x in flat(a)], kind), a.shape, kind)
    shape = a.shape if a.shape == b.shape else _joint(a.shape, b.shape)
    return ndarray(_settle(list(map(f, _spread(a, shape), _spread(b, shape))), kind), shape, kind)


def _each(f, a, kind):
    if _is_many(a):
        a = asarray(a)
        return ndarray(_settle(list(map(f, flat(a))), kind), a.shape, kind)
    return _settle([f(a)], kind)[0]


def _operand(a):
    return asarray(a) if _is_many(a) else a


def _floating(kind):
    return kind if kind in ("float32", "float64") else "float64"


def _divided(x, y):
    try:
        return x / y
    except ZeroDivisionError:
        return math.nan if x == 0 or x != x else math.copysign(math.inf, x) * math.copysign(1.0, y)


def _floor_divided(x, y):
    try:
        return x // y
    except ZeroDivisionError:
        return 0 if isinstance(x, int) and isinstance(y, int) else _divided(x, y)


def _remainder(x, y):
    try:
        return x % y
    except ZeroDivisionError:
        return 0 if isinstance(x, int) and isinstance(y, int) else math.nan


def _raised(x, y):
    try:
        result = x**y
    except OverflowError:
        return math.inf if x > 0 or y % 2 == 0 else -math.inf
    except ZeroDivisionError:
        return math.inf
    return math.nan if isinstance(result, complex) else result


def _operation(f, floating=False):
    """A function of two arrays or numbers; `floating` if whole numbers give fractions."""

    def operation(a, b):
        a, b = _operand(a), _operand(b)
        kind = _common(a, b)
        return _pairwise(f, a, b, _floating(kind) if floating else kind)

    return operation


add = _operation(lambda x, y: x + y)
subtract = _operation(lambda x, y: x - y)
multiply = _operation(lambda x, y: x * y)
divide = _operation(_divided, floating=True)
floor_divide = _operation(_floor_divided)
mod = _operation(_remainder)
maximum = _operation(lambda x, y: x if x > y or x != x else y)
minimum = _operation(lambda x, y: x if x < y or x != x else y)


def power(a, b):
    a, b = _operand(a), _operand(b)
    kind = _common(a, b)
    if kind in ("float32", "float64"):
        return _pairwise(lambda x, y: _raised(float(x), y), a, b, kind)
    exponents = flat(b) if isinstance(b, ndarray) else [b]
    if any(n < 0 for n in exponents):
        raise ValueError("Integers to negative integer powers are not allowed.")
    return _pairwise(lambda x, y: x**y, a, b, kind)


def _comparison(f):
    def comparison(a, b):
        return _pairwise(f, _operand(a), _operand(b), "bool")

    return comparison


equal = _comparison(lambda x, y: x == y)
not_equal = _comparison(lambda x, y: x != y)
less = _comparison(lambda x, y: x < y)
greater = _comparison(lambda x, y: x > y)
less_equal = _comparison(lambda x, y: x <= y)
greater_equal = _comparison(lambda x, y: x >= y)


def _function(f):
    """A function of the reals, element by element: nan outside its domain, inf beyond its range."""

    def safe(x):
        try:
            return f(x)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    def function(a):
        a = _operand(a)
        return _each(safe, a, _floating(_kind_of(a)))

    return function


sin, cos, tan = _function(math.sin), _function(math.cos), _function(math.tan)
exp, sqrt = _function(math.exp), _function(math.sqrt)
log = _function(lambda x: -math.inf if x == 0 else math.log(x))
log2 = _function(lambda x: -math.inf if x == 0 else math.log2(x))
log10 = _function(lambda x: -math.inf if x == 0 else math.log10(x))
radians, degrees = _function(math.radians), _function(math.degrees)
floor = _function(lambda x: float(math.floor(x)))
ceil = _function(lambda x: float(math.ceil(x)))


def square(a):
    return multiply(a, a)


def absolute(a):
    a = _operand(a)
    return _each(abs, a, _kind_of(a))


def negative(a):
    return multiply(a, -1)


def around(a, decimals=0):
    a = _operand(a)
    kind = _kind_of(a)
    if kind in ("bool", "int64"):
        return a
    scale = 10.0**decimals

    def nearest(x):
        return x if x != x or math.isinf(x) else math.copysign(float(round(x * scale)) / scale, x)

    return _each(nearest, a, kind)


def where(condition, a, b):
    if isinstance(condition, bool):
        raise NotImplementedError(
            "np.where needs an array: this sandbox's numpy subset compares arrays with == only;"
            " use np.not_equal, np.less or np.greater"
        )
    condition, a, b = asarray(condition), _operand(a), _operand(b)
    kind = _common(a, b)
    a, b = asarray(a), asarray(b)
    shape = _joint(condition.shape, _joint(a.shape, b.shape))
    chosen = zip(_spread(condition, shape), _spread(a, shape), _spread(b, shape), strict=False)
    return ndarray([_CAST[kind](x if c else y) for c, x, y in chosen], shape, kind)


# Products and sums


def matmul(a, b):
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return multiply(a, b)
    if a.ndim > 2 or b.ndim > 2:
        raise NotImplementedError("this sandbox's numpy subset multiplies matrices of one or two dimensions")
    rows = a if a.ndim == 2 else reshape(a, (1, -1))
    columns = b.T if b.ndim == 2 else reshape(b, (1, -1))
    if rows.shape[1] != columns.shape[1]:
        raise ValueError("matmul: shapes " + _shape_text(a.shape) + " and " + _shape_text(b.shape) + " do not fit")
    kind = _common(a, b)
    left, right = rows.tolist(), columns.tolist()
    values = [sum([x * y for x, y in zip(row, column, strict=False)]) for row in left for column in right]
    values = list(map(_CAST[kind], values))
    shape = a.shape[:-1] + (b.shape[1:] if b.ndim == 2 else ())
    return ndarray(values, shape, kind) if shape else values[0]


def dot(a, b):
    return matmul(a, b) if _is_many(a) and _is_many(b) else multiply(a, b)


def outer(a, b):
    return multiply(reshape(asarray(a), (-1, 1)), reshape(asarray(b), (1, -1)))


def _total(values):
    return sum(values)


def _average(values):
    return _divided(float(sum(values)), float(len(values)))


def _largest(values):
    if not values:
        raise ValueError("zero-size array to reduction operation maximum which has no identity")
    return max(values)


def _smallest(values):
    if not values:
        raise ValueError("zero-size array to reduction operation minimum which has no identity")
    return min(values)


def _reduce(f, a, axis, keepdims):
    kind = "bool" if f is all or f is any else a.dtype.name
    if f is _average:
        kind = _floating(kind)
    elif f is _total and kind == "bool":
        kind = "int64"
    if axis is None:
        value = _CAST[kind](f(flat(a)))
        return ndarray([value], (1,) * a.ndim, kind) if keepdims else value
    axis = _within(axis, a.ndim, axis)
    n, step = a.shape[axis], a._steps[axis]
    shape = a.shape[:axis] + a.shape[axis + 1 :]
    starts = _places(shape, a._steps[:axis] + a._steps[axis + 1 :], a._offset)
    data = a._data
    values = [_CAST[kind](f([data[p + k * step] for k in range(n)])) for p in starts]
    if keepdims:
        shape = (*a.shape[:axis], 1, *a.shape[axis + 1 :])
    return ndarray(values, shape, kind) if shape else values[0]


def _reduction(f):
    def reduction(a, axis=None, keepdims=False):
        return _reduce(f, asarray(a), axis, keepdims)

    return reduction


# Making arrays


def _dimensions(shape):
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    for n in shape:
        if not isinstance(n, int):
            raise TypeError("'" + type(n).__name__ + "' object cannot be interpreted as an integer")
        if n < 0:
            raise ValueError("negative dimensions are not allowed")
    return shape


def full(shape, value, dtype=None):
    shape = _dimensions(shape)
    kind = _kind_of(value) if dtype is None else _kind(dtype)
    return ndarray([_CAST[kind](value)] * math.prod(shape), shape, kind)


def zeros(shape, dtype=float):
    return full(shape, 0, dtype)


def ones(shape, dtype=float):
    return full(shape, 1, dtype)


def zeros_like(a, dtype=None):
    a = asarray(a)
    return full(a.shape, 0, a.dtype if dtype is None else dtype)


def ones_like(a, dtype=None):
    a = asarray(a)
    return full(a.shape, 1, a.dtype if dtype is None else dtype)


def eye(n, dtype=float):
    result = zeros((n, n), dtype)
    for k in range(n):
        result[k, k] = 1
    return result


def array(values, dtype=None):
    if isinstance(values, ndarray):
        return values.copy() if dtype is None else values.astype(dtype)
    data, shape = _unpack(values)
    kind = "float64"
    if dtype is not None:
        kind = _kind(dtype)
    elif data:
        kinds = [_kind_of(value) for value in data]
        kind = max(kinds, key=lambda name: _RANK[name])
    return ndarray(list(map(_CAST[kind], data)), shape, kind)


def _unpack(values):
    """Nested lists as a flat list and a shape."""
    if isinstance(values, ndarray):
        return list(flat(values)), values.shape
    if not isinstance(values, (list, tuple, range)):
        _kind_of(values)
        return [values], ()
    parts = [_unpack(value) for value in values]
    shapes = [part[1] for part in parts]
    for shape in shapes:
        if shape != shapes[0]:
            raise ValueError("setting an array element with a sequence: the rows differ in length")
    return [value for part in parts for value in part[0]], (len(parts),) + (shapes[0] if shapes else ())


def asarray(values, dtype=None):
    if isinstance(values, ndarray) and (dtype is None or _kind(dtype) == values.dtype.name):
        return values
    return array(values, dtype)


def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    count = max(0, math.ceil((stop - start) / step))
    kind = "int64"
    for number in (start, stop, step):
        kind = "float64" if _kind_of(number) == "float64" else kind
    if dtype is not None:
        kind = _kind(dtype)
    return ndarray([_CAST[kind](start + k * step) for k in range(count)], (count,), kind)


def linspace(start, stop, num=50, endpoint=True):
    gap = (stop - start) / max(1, num - 1 if endpoint else num)
    values = [start + gap * k for k in range(num)]
    if endpoint and num > 1:
        values[-1] = stop
    return array(values, float)


# Shapes


def reshape(a, shape):
    a = asarray(a)
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    if -1 in shape:
        known = math.prod([n for n in shape if n != -1])
        shape = tuple([a.size // known if n == -1 and known else 0 if n == -1 else n for n in shape])
    if math.prod(shape) != a.size:
        raise ValueError("cannot reshape array of size " + str(a.size) + " into shape " + _shape_text(shape))
    return ndarray(flat(a), _dimensions(shape), a.dtype.name)


def ravel(a):
    return reshape(a, -1)


def transpose(a, axes=None):
    a = asarray(a)
    if axes is None:
        return a.T
    shape, steps = tuple([a.shape[k] for k in axes]), tuple([a._steps[k] for k in axes])
    return ndarray(a._data, shape, a.dtype.name, steps, a._offset)


def expand_dims(a, axis):
    a = asarray(a)
    axis = axis + a.ndim + 1 if axis < 0 else axis
    return a[(slice(None),) * axis + (None,)]


def squeeze(a):
    return asarray(a).squeeze()


def flip(a, axis=None):
    a = asarray(a)
    axes = range(a.ndim) if axis is None else [_within(axis, a.ndim, axis)]
    return a[tuple([slice(None, None, -1) if k in axes else slice(None) for k in range(a.ndim)])]


def flipud(a):
    return flip(a, 0)


def fliplr(a):
    return flip(a, 1)


def concatenate(arrays, axis=0, dtype=None):
    arrays = [asarray(a) for a in arrays]
    first = arrays[0]
    axis = _within(axis, first.ndim, axis)
    kind, total = first.dtype.name, 0
    for a in arrays:
        if a.ndim != first.ndim or a.shape[:axis] + a.shape[axis + 1 :] != first.shape[:axis] + first.shape[axis + 1 :]:
            raise ValueError(
                "all the input array dimensions except for the concatenation axis must match exactly, got "
                + _shape_text(first.shape)
                + " and "
                + _shape_text(a.shape)
            )
        kind = kind if _RANK[kind] >= _RANK[a.dtype.name] else a.dtype.name
        total += a.shape[axis]
    result = zeros((*first.shape[:axis], total, *first.shape[axis + 1 :]), kind if dtype is None else dtype)
    at = 0
    for a in arrays:
        result[(slice(None),) * axis + (slice(at, at + a.shape[axis]),)] = a
        at += a.shape[axis]
    return result


def stack(arrays, axis=0):
    arrays = [asarray(a) for a in arrays]
    axis = axis + arrays[0].ndim + 1 if axis < 0 else axis
    return concatenate([expand_dims(a, axis) for a in arrays], axis)


def hstack(arrays):
    arrays = [asarray(a) for a in arrays]
    return concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


def vstack(arrays):
    return concatenate([a[None] if a.ndim == 1 else a for a in [asarray(a) for a in arrays]], 0)


def column_stack(arrays):
    return concatenate([a[:, None] if a.ndim == 1 else a for a in [asarray(a) for a in arrays]], 1)


def repeat(a, repeats, axis=None):
    a = asarray(a)
    if axis is None:
        a, axis = ravel(a), 0
    axis = _within(axis, a.ndim, axis)
    rows = [k for k in range(a.shape[axis]) for _ in range(repeats)]
    return a[(slice(None),) * axis + (rows,)]


def tile(a, reps):
    a = asarray(a)
    reps = tuple(reps) if isinstance(reps, (tuple, list)) else (reps,)
    a = a[(None,) * max(0, len(reps) - a.ndim)] if len(reps) > a.ndim else a
    reps = (1,) * (a.ndim - len(reps)) + reps
    for axis in range(a.ndim):
        a = concatenate([a] * reps[axis], axis) if reps[axis] else a[(slice(None),) * axis + (slice(0),)]
    return a


def meshgrid(a, b, indexing="xy"):
    a, b = asarray(a), asarray(b)
    one = add(a[:, None], multiply(b[None], 0))
    two = add(multiply(a[:, None], 0), b[None])
    return [one, two] if indexing == "ij" else [one.T, two.T]


def broadcast_to(a, shape):
    a = asarray(a)
    shape = _dimensions(shape)
    return ndarray(_spread(a, shape), shape, a.dtype.name)


def isclose(a, b, rtol=1e-5, atol=1e-8):
    def near(x, y):
        return x == y or (abs(x - y) <= atol + rtol * abs(y) and not math.isinf(y))

    return _pairwise(near, _operand(a), _operand(b), "bool")


def allclose(a, b, rtol=1e-5, atol=1e-8):
    close = isclose(a, b, rtol, atol)
    return close.all() if isinstance(close, ndarray) else close


def array_equal(a, b):
    a, b = asarray(a), asarray(b)
    return a.shape == b.shape and equal(a, b).all()


# Printing, as numpy prints


def _texts(a):
    """Every element as text, all of one width."""
    kind = a.dtype.name
    values = flat(a)
    texts = _floats(values, kind) if kind in ("float32", "float64") else [str(x) for x in values]
    size = max([len(text) for text in texts])
    return [text.rjust(size) for text in texts]


def _floats(values, kind):
    """Numbers with their points below each other, at most 8 decimals; with exponents if they differ too much."""
    finite = [x for x in values if x == x and not math.isinf(x)]
    sizes = [abs(x) for x in finite if x != 0]
    shortest = [_shortest(x, kind) for x in finite]
    most = 1e6 if kind == "float32" else 1e8
    if sizes and (max(sizes) >= most or min(sizes) < 1e-4 or max(sizes) / min(sizes) > 1000.0):
        digits = min(8, max([len(text.partition("e")[0]) - text.count("-", 0, 1) - 2 for text in shortest]))
        texts = [f"{x:.{digits}e}" if digits > 0 else f"{x:.0e}".replace("e", ".e") for x in finite]
        return _with_odd(values, texts, 0)
    texts = []
    for x, text in zip(finite, shortest, strict=False):
        mantissa, _, exponent = text.partition("e")
        decimals = len(mantissa.partition(".")[2]) - int(exponent)
        text = f"{x:.{min(8, max(0, decimals))}f}"
        texts.append(text.rstrip("0") if "." in text else text + ".")
    after = max([len(text.partition(".")[2]) for text in texts], default=0)
    return _with_odd(values, texts, after)


def _with_odd(values, texts, after):
    """The texts of finite numbers, padded to so many decimals, with nan and inf in their places."""
    texts = iter(texts)
    padded = []
    for x in values:
        if x != x or math.isinf(x):
            padded.append(str(x))
        else:
            whole, point, rest = next(texts).partition(".")
            padded.append(whole + point + rest.ljust(after))
    return padded


def _shortest(x, kind):
    """The shortest decimal that reads back as x, as d.ddde+nn."""
    for digits in range(17):
        text = f"{x:.{digits}e}"
        if (_round32(float(text)) if kind == "float32" else float(text)) == x:
            return text
    return text


def _text(a, between, start):
    """An array as text; `start` is what stands before it on its first line."""
    if a.ndim == 0:
        return str(flat(a)[0])
    if a.size == 0:
        return "[]"
    if a.size > 1000:
        return _edges(a, between)
    width = 75 - (a.ndim - 1) - (1 if start else 0)
    return _block(_texts(a), a.shape, between, " " * (len(start) + 1), width)


def _block(texts, shape, between, indent, width):
    if len(shape) == 1:
        lines, line = [], ""
        for k, text in enumerate(texts):
            if line and len(indent) + len(line) + len(text) + max(1, len(between.rstrip())) > width:
                lines.append(line.rstrip())
                line = ""
            line += text + (between if k < len(texts) - 1 else "")
        return "[" + ("\n" + indent).join([*lines, line]) + "]"
    size = math.prod(shape[1:])
    rows = [_block(texts[k * size : (k + 1) * size], shape[1:], between, indent + " ", width) for k in range(shape[0])]
    return "[" + (between.rstrip() + "\n" * (len(shape) - 1) + indent).join(rows) + "]"


def _edges(a, between):
    """A large array by its corners: numpy cuts it in the same places and lays it out a little differently."""
    n = a.shape[0]
    if a.ndim == 1:
        ends = a if n <= 6 else concatenate([a[:3], a[-3:]])
        parts = _texts(ends)
    else:
        parts = [_edges(a[k], between) for k in (range(n) if n <= 6 else (0, 1, 2, -3, -2, -1))]
    if n > 6:
        parts = [*parts[:3], "...", *parts[3:]]
    return "[" + (between if a.ndim == 1 else between.rstrip() + "\n ").join(parts) + "]"


# The module


class Generator:
    def __init__(self, values):
        self._values = values
        self._at = 0

    def normal(self, loc=0.0, scale=1.0, size=None):
        shape = () if size is None else _dimensions(size)
        count = math.prod(shape)
        if self._at + count > len(self._values):
            raise NotImplementedError("this sandbox's numpy subset holds only the lesson's random numbers, the 4 x 6")
        values = [loc + scale * z for z in self._values[self._at : self._at + count]]
        self._at += count
        return ndarray(values, shape, "float64") if shape else values[0]

    def standard_normal(self, size=None):
        return self.normal(0.0, 1.0, size)


class random:
    def __init__(self, values):
        self._values = values

    def default_rng(self, seed=None):
        if seed != 0:
            raise NotImplementedError("this sandbox's numpy subset has one generator: np.random.default_rng(0)")
        return Generator(self._values)


class numpy:
    # fmt: off
    def __init__(self, values):
        self.pi, self.e, self.inf, self.nan, self.newaxis = math.pi, math.e, math.inf, math.nan, None
        self.float32, self.float64, self.ndarray = _KINDS["float32"], _KINDS["float64"], ndarray
        self.int32, self.int64, self.bool_ = _KINDS["int64"], _KINDS["int64"], _KINDS["bool"]
        self.random = random(values)
        self.array, self.asarray, self.arange, self.linspace = array, asarray, arange, linspace
        self.zeros, self.empty, self.ones, self.full, self.eye = zeros, zeros, ones, full, eye
        self.zeros_like, self.empty_like, self.ones_like = zeros_like, zeros_like, ones_like
        self.sin, self.cos, self.tan, self.exp, self.sqrt = sin, cos, tan, exp, sqrt
        self.log, self.log2, self.log10, self.floor, self.ceil = log, log2, log10, floor, ceil
        self.radians, self.deg2rad, self.degrees, self.rad2deg = radians, radians, degrees, degrees
        self.add, self.subtract, self.multiply, self.square = add, subtract, multiply, square
        self.divide, self.true_divide, self.floor_divide = divide, divide, floor_divide
        self.mod, self.remainder, self.power, self.negative = mod, mod, power, negative
        self.abs, self.absolute, self.maximum, self.minimum = absolute, absolute, maximum, minimum
        self.equal, self.not_equal, self.less, self.greater = equal, not_equal, less, greater
        self.less_equal, self.greater_equal, self.where = less_equal, greater_equal, where
        self.round, self.around, self.isclose = around, around, isclose
        self.allclose, self.array_equal = allclose, array_equal
        self.matmul, self.dot, self.outer = matmul, dot, outer
        self.sum, self.mean = _reduction(_total), _reduction(_average)
        self.max, self.min = _reduction(_largest), _reduction(_smallest)
        self.amax, self.amin, self.all, self.any = self.max, self.min, _reduction(all), _reduction(any)
        self.reshape, self.ravel, self.transpose, self.squeeze = reshape, ravel, transpose, squeeze
        self.expand_dims, self.flip, self.flipud, self.fliplr = expand_dims, flip, flipud, fliplr
        self.concatenate, self.stack, self.hstack = concatenate, stack, hstack
        self.vstack, self.column_stack, self.meshgrid = vstack, column_stack, meshgrid
        self.repeat, self.tile, self.broadcast_to = repeat, tile, broadcast_to
    # fmt: on


def length(value):
    """`len`, which Monty does not let a class answer."""
    return value.shape[0] if isinstance(value, ndarray) else len(value)
