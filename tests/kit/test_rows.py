"""Rows that are read and written by prepared statements: what `save()` and the ORM would have given."""

import pytest
from django.db.models import F
from django.db.models.functions import Now

from kit.prepared import fetch
from kit.rows import column_names, hydrate, insert_row, update_row
from tests.api.queries import statements
from tests.factories import a_moderator, a_pending_task
from workflows.models import Process, Task, TaskEvent

pytestmark = pytest.mark.usefixtures("database")


@pytest.mark.parametrize("model", [Task, Process, TaskEvent])
def test_a_row_is_read_as_the_orm_reads_it(model: type[Task | Process | TaskEvent]) -> None:
    task = a_pending_task()
    Task.objects.filter(pk=task.pk).update(data={"a": [1, "ü"]}, owner=a_moderator())
    expected = model.objects.latest("pk")
    columns = ", ".join(f'"{name}"' for name in column_names(model))
    (row,) = fetch(f'SELECT {columns} FROM "{model._meta.db_table}" WHERE id = %(pk)s', {"pk": expected.pk})
    read = hydrate(model, row)
    assert read == expected
    for field in model._meta.concrete_fields:
        assert getattr(read, field.attname) == getattr(expected, field.attname), field


def test_a_new_row_is_stored_and_gets_its_id() -> None:
    known = a_pending_task()
    new = Task(process=known.process, flow_task=known.flow_task, token=known.token, queue="pending", data={"why": "%s"})
    new.flow_task_type = "HUMAN"
    insert_row(new)
    assert not new._state.adding
    kept = Task.objects.get(pk=new.pk)
    assert (kept.flow_task, kept.token, kept.data, kept.created) == (new.flow_task, new.token, new.data, new.created)


def test_the_named_fields_alone_are_written() -> None:
    task, person = a_pending_task(), a_moderator()
    Task.objects.filter(pk=task.pk).update(number_2=7)
    task.owner, task.number_2, task.outcome = person, 1, "o'clock %(x)s"
    with statements() as sent:
        update_row(task, "owner", "outcome")
    assert len(sent) == 1
    kept = Task.objects.get(pk=task.pk)
    assert (kept.owner, kept.outcome, kept.number_2) == (person, "o'clock %(x)s", 7)


def test_a_row_that_is_gone_and_an_expression_are_refused() -> None:
    task = a_pending_task()
    with pytest.raises(LookupError, match="does not exist"):
        update_row(Task(pk=task.pk + 1000), "number_2")
    for expression in (F("number_2") + 1, Now()):
        task.number_2 = expression
        with pytest.raises(TypeError, match="expression"):
            update_row(task, "number_2")
