"""Only `core/transition` changes a task's step, status, outcome, owner or assignee, ends a process, writes history."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
WRITER = ROOT / "workflows" / "engine" / "core" / "transition"
# it copies rows that the engine has written before (decision 32)
COPIER = ROOT / "platform" / "commands" / "demo" / "copies.py"
OF_TASKS = {"flow_task", "status", "outcome", "owner", "owner_id", "assigned", "assignee", "assignee_id", "finished"}
ROWS = re.compile(r"\b(Task|Process|TaskEvent|EventText)\.(objects|_default_manager)\b|\btask_set\b|\boverrides\b")
MODELS = re.compile(r"\b(Task|Process|TaskEvent|EventText)\b|\b(task|process|next_task)\b")
MAKES = {"create", "bulk_create", "get_or_create", "update_or_create", "bulk_update", "delete"}
IN_SQL = re.compile(
    r"\b(UPDATE|INSERT INTO|DELETE FROM)\s+\"?workflows_(task|process|taskevent|eventtext)\b\"?(.*)", re.DOTALL
)
OF_VIEWFLOW = {"activate_next", "_activate_next", "revive"}


def modules() -> Iterator[Path]:
    for folder in ("workflows", "platform"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts and WRITER not in path.parents and path != COPIER:
                yield path


def writes(source: str) -> list[str]:
    """What a module writes past the writer, as it stands there."""
    tree = ast.parse(source)
    scopes = [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]
    found = []
    for scope in scopes:
        known = dict(_assigned(scope))
        found += [ast.unparse(node) for node in _own(scope) if isinstance(node, ast.Call) and _is_write(node, known)]
    found += [text for text in _texts(tree) if _is_write_in_sql(text)]
    return found


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of the functions in it."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, ast.FunctionDef):
            yield node
            yield from _own(node)


def _assigned(scope: ast.AST) -> Iterator[tuple[str, str]]:
    for node in _own(scope):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield target.id, ast.unparse(node.value)


def _is_write(call: ast.Call, known: dict[str, str]) -> bool:
    if isinstance(call.func, ast.Name):
        is_row = any(MODELS.search(ast.unparse(argument)) for argument in call.args)
        return call.func.id in {"insert_row", "update_row", "Rows"} and is_row
    if not isinstance(call.func, ast.Attribute):
        return False
    receiver, verb = ast.unparse(call.func.value), call.func.attr
    name, dot, rest = receiver.partition(".")
    receiver = known.get(name, name) + dot + rest
    is_of_rows = bool(ROWS.search(receiver))
    found = {
        "update": is_of_rows and bool({keyword.arg for keyword in call.keywords} & OF_TASKS),
        "save": is_of_rows or bool(re.search(r"\b(task|process|next_task)$", receiver)),
        "run": receiver.endswith(("start", ".received", ".reinstated", ".opened")),
    }
    return found.get(verb, (verb in MAKES and is_of_rows) or verb in OF_VIEWFLOW)


def _texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield ast.unparse(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _is_write_in_sql(text: str) -> bool:
    found = IN_SQL.search(text)
    if found is None:
        return False
    verb, table, rest = found.groups()
    is_history = table in {"taskevent", "eventtext"}
    return is_history or verb != "UPDATE" or any(re.search(rf"\b{name}\s*=", rest) for name in OF_TASKS)


def test_no_module_writes_a_transition_past_the_writer() -> None:
    found = {str(path.relative_to(ROOT)): writes(path.read_text()) for path in modules()}
    assert len(found) > 500, "it walks the code"
    assert {name: written for name, written in found.items() if written} == {}


@pytest.mark.parametrize(
    "source",
    [
        "Task.objects.filter(pk=1).update(status='DONE')",
        "def free():\n    held = Task.objects.filter(owner=1)\n    held.update(owner=None)",
        "Process.objects.filter(pk=1).update(outcome='published')",
        "TaskEvent.objects.create(action='decide')",
        "locked.task.save(update_fields=['assignee'])",
        "update_row(task, 'owner')",
        "rows = Rows(TaskEvent(action='start'))",
        "ReviewModeration.received.run(review=review)",
        "activation.activate_next()",
        "_END = \"UPDATE workflows_process SET outcome = '' WHERE id = 1\"",
        '_END = f"UPDATE workflows_task SET {x}, owner_id = 1"',
        '_ADD = "INSERT INTO workflows_taskevent (action) VALUES (1)"',
    ],
)
def test_and_each_way_to_do_so_would_be_found(source: str) -> None:
    assert writes(source)


@pytest.mark.parametrize(
    "source",
    [
        "Task.objects.filter(pk=1).update(fires_at=Now())",
        "Review.objects.filter(pk=1).update(status='published')",
        "_ALL = 'SELECT status FROM workflows_task WHERE owner_id = 1'",
        "_RAISE = 'UPDATE workflows_task SET priority = 1'",
    ],
)
def test_while_what_is_no_transition_may_be_written_where_it_belongs(source: str) -> None:
    assert writes(source) == []
