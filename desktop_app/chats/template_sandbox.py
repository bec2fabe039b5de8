"""A Jinja environment for chat templates as transformers renders them, with bounds.

Its own code, because transformers is neither free of torch nor bounded.
"""

from __future__ import annotations

import functools
import json
import types
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from string import Formatter
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.ext import Extension, loopcontrols
from jinja2.parser import Parser
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace, missing
from jinja2.visitor import NodeTransformer

from desktop_app.chats.template_guard import Guard, TooLongError

# these pad or unfold text by a number the template chooses, and no chat template needs them
_NO_METHODS = frozenset(
    {"center", "expandtabs", "ljust", "maketrans", "rjust", "to_bytes", "translate", "zfill"}
)
_NO_FILTERS = ("batch", "center", "pprint", "slice", "sum", "urlize", "wordwrap", "xmlattr")
# these look at their input without writing it out; measuring it would make loops quadratic
_LOOKING_FILTERS = frozenset(
    {
        "attr",
        "count",
        "d",
        "default",
        "dictsort",
        "first",
        "groupby",
        "items",
        "last",
        "length",
        "list",
        "map",
        "max",
        "min",
        "random",
        "reject",
        "rejectattr",
        "reverse",
        "select",
        "selectattr",
        "sort",
        "unique",
    }
)
_MAX_INDENT = 100


class TemplateRefusedError(jinja2.TemplateError):
    """The template itself called raise_exception; its message is the model's own sentence."""


class _Undefined(jinja2.Undefined):
    """Names the missing value alone; the sentence around it is ours."""

    @property
    def _undefined_message(self) -> str:
        if self._undefined_hint:
            return self._undefined_hint
        if self._undefined_obj is missing:
            return f"'{self._undefined_name}'"
        kind = type(self._undefined_obj).__name__
        return f"'{self._undefined_name}' of a {kind}"

    def __str__(self) -> str:
        # a value that is merely missing shows as nothing, as transformers has it
        if issubclass(self._undefined_exception, SecurityError):
            self._fail_with_undefined_error()
        return ""


class _Generation(Extension):
    """{% generation %} marks the reply for training; its content is rendered as it stands."""

    tags = {"generation"}  # noqa: RUF012 - jinja2 declares it so

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        return nodes.Scope(parser.parse_statements(("name:endgeneration",), drop_needle=True), lineno=line)


class _Namespace(Namespace):
    """Refuses underscore names, which could shadow Python's own."""

    def __init__(*args: Any, **kwargs: Any) -> None:
        self, *rest = args
        values = dict(*rest, **kwargs)
        for name in values:
            _check_name(name)
        Namespace.__init__(self, values)

    def __setitem__(self, name: str, value: Any) -> None:
        _check_name(name)
        super().__setitem__(name, value)

    def __repr__(self) -> str:
        # the inherited one would unfold whatever the template nested in it
        return "<namespace>"


class _Meter(NodeTransformer):
    """Puts a step into each loop turn and a count before each literal text; routes "~" through the guard."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - named by jinja2
        self.generic_visit(node)
        node.body.insert(0, _guard_statement("step", [], node.lineno))
        if node.test is not None:
            node.test = nodes.And(nodes.Not(_guard_call("step", [])), node.test)
        return node

    def visit_Output(self, node: nodes.Output) -> list[nodes.Node]:  # noqa: N802
        self.generic_visit(node)
        literal = sum(len(part.data) for part in node.nodes if isinstance(part, nodes.TemplateData))
        if not literal:
            return [node]
        return [_guard_statement("step", [nodes.Const(literal)], node.lineno), node]

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _guard_call("concat", list(node.nodes))


class _Formatter(Formatter):
    """str.format whose fields obey the sandbox and whose widths are bounded."""

    def __init__(self, environment: BoundedEnvironment) -> None:
        self._environment = environment

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Any) -> tuple[Any, str]:
        parts = field_name.replace("]", "").replace("[", ".").split(".")
        first: Any = int(parts[0]) if parts[0].isdecimal() else parts[0]
        value = self.get_value(first, args, kwargs)
        for part in parts[1:]:
            value = self._environment.getitem(value, int(part) if part.isdecimal() else part)
        return value, str(first)

    def format_field(self, value: Any, format_spec: str) -> str:
        self._environment.guard.format_spec(format_spec)
        if isinstance(value, (str, int, float)):
            return self._environment.guard.text(format(value, format_spec))
        return self._environment.guard.text(value)


class BoundedEnvironment(ImmutableSandboxedEnvironment):
    """Renders one template once; guard bounds what that may use."""

    intercepted_binops = frozenset({"*", "**", "+", "%"})

    def __init__(self, guard: Guard) -> None:
        super().__init__(
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=[_Generation, loopcontrols],
            undefined=_Undefined,
            finalize=guard.text,
            # a cache would outlive the guard
            cache_size=0,
        )
        self.guard = guard
        self.guard_step = guard.step
        self.guard_concat = guard.concat
        for name in _NO_FILTERS:
            del self.filters[name]
        self.filters |= {
            "tojson": _tojson,
            "format": self._format_filter,
            "indent": _indent(self.filters["indent"]),
        }
        for name, function in self.filters.items():
            if name not in _LOOKING_FILTERS:
                self.filters[name] = self._measured(function)
        del self.globals["lipsum"]
        self.globals |= {
            "raise_exception": _raise_exception,
            "strftime_now": _strftime_now,
            "namespace": _Namespace,
        }

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return _Meter().visit(super()._parse(source, name, filename))  # type: ignore[no-any-return]

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        plain = isinstance(obj, (str, bytes, int, type))
        return super().is_safe_attribute(obj, attr, value) and not (plain and attr in _NO_METHODS)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        self.guard.binop(operator, left, right)
        return super().call_binop(context, operator, left, right)

    def call(self, context: Context, obj: Any, *args: Any, **kwargs: Any) -> Any:
        if obj is self.guard_step or obj is self.guard_concat:
            return obj(*args)
        self.guard.step()
        owner, name = getattr(obj, "__self__", None), getattr(obj, "__name__", "")
        if isinstance(owner, (str, bytes)):
            self._check_method(owner, name, args)
        return self.guard.result(super().call(context, obj, *args, **kwargs))

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        named = getattr(value, "__name__", "")
        owner = getattr(value, "__self__", None)
        if not isinstance(value, types.BuiltinMethodType) or not isinstance(owner, str):
            return None
        if named == "format":
            return lambda *args, **kwargs: _Formatter(self).vformat(owner, args, kwargs)
        if named == "format_map":
            return lambda mapping: _Formatter(self).vformat(owner, (), mapping)
        return None

    def _check_method(self, owner: str | bytes, name: str, args: tuple[Any, ...]) -> None:
        if name == "replace" and len(args) >= 2 and isinstance(owner, str):
            self.guard.replacement(owner, str(args[0]), str(args[1]))
        elif name == "join" and args and isinstance(args[0], (list, tuple)):
            self.guard.step(self.guard.measure(args[0]) + len(owner) * len(args[0]))

    def _format_filter(self, pattern: object, *args: Any, **kwargs: Any) -> str:
        text, values = str(pattern), kwargs or args
        self.guard.percent(text, values)
        return text % values

    def _measured(self, function: Callable[..., Any]) -> Callable[..., Any]:
        # wraps keeps the mark by which jinja2 passes the environment or context first
        @functools.wraps(function)
        def measured(*args: Any, **kwargs: Any) -> Any:
            own = [
                arg for arg in args if not isinstance(arg, (jinja2.Environment, Context, nodes.EvalContext))
            ]
            self.guard.step(sum(map(self.guard.measure, own)))
            _check_filter(self.guard, function.__name__, own)
            return self.guard.result(function(*args, **kwargs))

        return measured


def _check_filter(guard: Guard, name: str, values: Sequence[Any]) -> None:
    """What replacing every match, joining every item or scaling by a power of ten could make."""
    if name == "do_replace" and len(values) > 2:
        guard.replacement(str(values[0]), str(values[1]), str(values[2]))
    elif name == "do_join" and len(values) > 1 and isinstance(values[0], Sequence):
        guard.step(len(values[0]) * guard.measure(values[1]))
    elif name == "do_round" and len(values) > 1:
        guard.binop("**", 10, values[1])


def _indent(function: Callable[..., str]) -> Callable[..., str]:
    @functools.wraps(function)
    def indent(text: str, width: int | str = 4, first: bool = False, blank: bool = False) -> str:
        if (width if isinstance(width, int) else len(width)) > _MAX_INDENT:
            raise TooLongError
        return function(text, width, first, blank)

    return indent


def _guard_call(method: str, arguments: list[nodes.Expr]) -> nodes.Call:
    return nodes.Call(nodes.EnvironmentAttribute(f"guard_{method}"), arguments, [], None, None)


def _guard_statement(method: str, arguments: list[nodes.Expr], line: int) -> nodes.ExprStmt:
    return nodes.ExprStmt(_guard_call(method, arguments), lineno=line)


def _raise_exception(message: object = "") -> str:
    raise TemplateRefusedError(str(message))


def _strftime_now(pattern: str) -> str:
    return datetime.now().strftime(str(pattern)[:100])


def _tojson(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: Iterable[str] | None = None,
    sort_keys: bool = False,
) -> str:
    # not jinja2's own, which escapes HTML
    if isinstance(indent, int) and indent > _MAX_INDENT:
        raise TooLongError
    pair = tuple(separators) if separators is not None else None
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=pair, sort_keys=sort_keys)  # type: ignore[arg-type]


def _check_name(name: object) -> None:
    if isinstance(name, str) and name.startswith("_"):
        raise SecurityError(f"the name {name}")
