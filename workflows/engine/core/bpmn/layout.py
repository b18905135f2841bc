"""Positions of the elements of a diagram.

Each node of the flow has a row, in the order of work. A link leaves its node to the right in a lane of its own, follows
the vertical line of its target, and enters the target from above. So lines meet only if they have the same target.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from workflows.engine.core.bpmn.elements import Element, Link, Row, Way

STEP_X, STEP_WIDTH, STEP_HEIGHT = 80, 200, 60
EVENT, GATEWAY = 36, 50
LANE, GAP = 32, 44
GATEWAY_X = STEP_X + STEP_WIDTH + 50
CHOICE_X = GATEWAY_X + 260
LINES_X, LINE_GAP = CHOICE_X + 110, 22
LABEL_HEIGHT = 14


class Point(NamedTuple):
    x: int
    y: int


class Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width // 2, self.y + self.height // 2)

    @property
    def right(self) -> Point:
        return Point(self.x + self.width, self.centre.y)

    @property
    def top(self) -> Point:
        return Point(self.centre.x, self.y)

    @property
    def bottom(self) -> Point:
        return Point(self.centre.x, self.y + self.height)


@dataclass(frozen=True, slots=True)
class Layout:
    """By id: the boxes of elements, the points of links, and the boxes of labels."""

    boxes: dict[str, Box]
    paths: dict[str, list[Point]]
    labels: dict[str, Box]


def lay_out(rows: list[Row]) -> Layout:
    return _Drawing(rows).draw()


class _Drawing:
    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.layout = Layout({}, {}, {})
        # unfinished links with their points so far: the positions of all targets must be known first
        self.leaving: list[tuple[Link, list[Point]]] = []
        self.lines = {row.node.id: LINES_X + place * LINE_GAP for place, row in enumerate(rows)}

    def draw(self) -> Layout:
        y = GAP
        for row in self.rows:
            y = self._row(row, y) + GAP
        for link, points in self.leaving:
            self.layout.paths[link.id] = [*points, *self._arrive(link.target, points[-1])]
        return self.layout

    def _row(self, row: Row, y: int) -> int:
        """Draw a row from `y` downwards; returns the y of its lower edge."""
        box = self._place(row.node, y)
        lane = y + box.height
        if row.gateway and row.to_gateway:
            gateway = Box(GATEWAY_X, box.centre.y - GATEWAY // 2, GATEWAY, GATEWAY)
            self.layout.boxes[row.gateway.id] = gateway
            self.layout.paths[row.to_gateway.id] = [box.right, Point(gateway.x, gateway.centre.y)]
            lane = self._ways([way for way in row.ways if not way.boundary], gateway, y)
        elif any(not way.boundary for way in row.ways):
            lane = self._ways([way for way in row.ways if not way.boundary], box, y)
        lane = max(lane, y + box.height + EVENT)
        boundaries = [way for way in row.ways if way.boundary]
        for place, way in enumerate(reversed(boundaries)):
            lane = self._boundary(way, box, len(boundaries) - 1 - place, lane)
        return lane

    def _place(self, element: Element, y: int) -> Box:
        width, height = {
            "userTask": (STEP_WIDTH, STEP_HEIGHT),
            "exclusiveGateway": (GATEWAY, GATEWAY),
        }.get(element.tag, (EVENT, EVENT))
        box = Box(STEP_X + (STEP_WIDTH - width) // 2, y, width, height)
        self.layout.boxes[element.id] = box
        if element.tag != "userTask":
            self.layout.labels[element.id] = Box(STEP_X - 40, box.centre.y - LABEL_HEIGHT // 2, 100, LABEL_HEIGHT)
        return box

    def _ways(self, ways: list[Way], source: Box, y: int) -> int:
        """The lanes of outcomes: the first leaves to the right, the others below it."""
        lane = source.centre.y
        for place, way in enumerate(ways):
            start = [source.right] if place == 0 else [source.bottom, Point(source.centre.x, lane)]
            if place == 1 and way.choice is None and lane - source.centre.y < GATEWAY // 2 + 8:
                lane = source.centre.y + GATEWAY // 2 + 8
                start = [source.bottom, Point(source.centre.x, lane)]
            lane = self._way(way, start, lane, source.x + source.width + 10)
        return max(lane, y + source.height)

    def _boundary(self, way: Way, host: Box, place: int, lane: int) -> int:
        assert way.boundary  # noqa: S101 (given by `_row`)
        box = Box(host.x + 2 + place * (EVENT + 3), host.y + host.height - EVENT // 2, EVENT, EVENT)
        self.layout.boxes[way.boundary.id] = box
        self.layout.labels[way.boundary.id] = Box(GATEWAY_X + 60, lane - LABEL_HEIGHT - 2, 150, LABEL_HEIGHT)
        return self._way(way, [box.bottom, Point(box.centre.x, lane)], lane, GATEWAY_X + 60)

    def _way(self, way: Way, start: list[Point], lane: int, label_x: int) -> int:
        """Draw a link and its gateway in a lane; returns the next free lane."""
        if way.link.name:
            self.layout.labels[way.link.id] = Box(label_x, lane - LABEL_HEIGHT - 2, 170, LABEL_HEIGHT)
        if way.choice is None:
            self.leaving.append((way.link, start))
            return lane + LANE
        choice = Box(CHOICE_X, lane - GATEWAY // 2, GATEWAY, GATEWAY)
        self.layout.boxes[way.choice.id] = choice
        self.layout.paths[way.link.id] = [*start, Point(choice.x, lane)]
        for place, link in enumerate(way.choices):
            if place == 0:
                self.leaving.append((link, [choice.right]))
                lane += GATEWAY // 2 + 8
            else:
                self.leaving.append((link, [choice.bottom, Point(choice.centre.x, lane)]))
                lane += LANE // 2
        return lane + LANE

    def _arrive(self, target: str, last: Point) -> Iterator[Point]:
        """The points from the end of a lane along the vertical line of the target."""
        box, line = self.layout.boxes[target], self.lines[target]
        above = box.y - GAP // 2
        yield Point(line, last.y)
        yield Point(line, above)
        yield Point(box.centre.x, above)
        yield box.top
