import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";

import { BoxPlot } from "./box-plot";
import { scaleOf } from "./scale";
import { bandsOf, linesOf, type Series, valuesOf } from "./series";
import { SeriesChart } from "./series-chart";
import { SeriesLegend } from "./series-legend";
import { ShareBar } from "./share-bar";
import { Sparkline } from "./sparkline";

const decided: Series = { name: "Decided", draw: "bars", values: [400, 98, null], expected: [null, 440, 150] };
const arrived: Series = {
  name: "Arrived",
  draw: "line",
  values: [385, 131, null],
  expected: [null, 437, 180],
  band: { name: "8 of 10", ranges: [null, [390, 470], [150, 210]] },
};
const days = [
  { key: "19", label: "Thursday 19 November" },
  { key: "20", label: "Friday 20 November", tick: "Today", isCurrent: true },
  { key: "21", label: "Saturday 21 November" },
];
const draw = () => render(<SeriesChart label="Arrivals and decisions" categoryName="Day" categories={days} series={[decided, arrived]} />);

afterEach(() => document.documentElement.removeAttribute("dir"));

describe("a chart of series", () => {
  test("says every value in a table, those that are expected in columns of their own", () => {
    draw();
    const table = screen.getByRole("table", { name: "Arrivals and decisions" });
    const rows = within(table).getAllByRole("row");
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ["Day", "Decided", "Decided, expected", "Arrived", "Arrived, expected", "8 of 10"],
      ["Thursday 19 November", "400", "–", "385", "–", "–"],
      ["Friday 20 November", "98", "440", "131", "437", "390 to 470"],
      ["Saturday 21 November", "–", "150", "–", "180", "150 to 210"],
    ]);
  });

  test("is one Tab stop, over whose points the arrow keys, Home and End go", async () => {
    const user = userEvent.setup();
    const { container } = draw();
    await user.tab();
    const slider = screen.getByRole("slider", { name: "Arrivals and decisions" });
    expect(slider).toHaveFocus();
    const text = () => slider.getAttribute("aria-valuetext");
    expect(text()).toBe("Friday 20 November, Decided: 98, Decided, expected: 440, Arrived: 131, Arrived, expected: 437, 8 of 10: 390 to 470");
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(text()).toBe("Thursday 19 November, Decided: 400, Arrived: 385");
    expect(container.querySelector("strong")).toHaveTextContent("Thursday 19 November");
    await user.keyboard("{End}");
    expect(text()).toMatch(/^Saturday 21 November/);
    await user.keyboard("{Escape}");
    expect(container.querySelector("strong")).toBeNull();
    await user.tab();
    expect(document.body).toHaveFocus();
  });

  test("goes the other way where the page is read from the right", async () => {
    document.documentElement.dir = "rtl";
    const user = userEvent.setup();
    draw();
    await user.tab();
    await user.keyboard("{ArrowLeft}");
    expect(screen.getByRole("slider")).toHaveAttribute("aria-valuenow", "3");
  });

  test("shows the values of a point under the pointer, until it leaves", async () => {
    const user = userEvent.setup();
    const { container } = draw();
    const slider = screen.getByRole("slider");
    await user.hover(slider.querySelectorAll("[class*=column] > div")[0] ?? slider);
    expect(container.querySelector("strong")?.parentElement).toHaveTextContent("Thursday 19 NovemberDecided 400Arrived 385");
    await user.unhover(slider);
    expect(container.querySelector("strong")).toBeNull();
  });

  test("has the same height whatever it holds", () => {
    const { rerender } = render(<SeriesChart label="Empty" categoryName="Day" categories={days} series={[]} height={200} />);
    const heights = [screen.getByRole("slider").style.blockSize];
    rerender(<SeriesChart label="Full" categoryName="Day" categories={days} series={[decided]} height={200} />);
    heights.push(screen.getByRole("slider").style.blockSize);
    expect(heights).toEqual(["200px", "200px"]);
  });

  test("its legend names every series, and what is expected", () => {
    render(<SeriesLegend of={[decided, arrived]} expected="Expected, 8 of 10" soFar="today so far" />);
    const names = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(names).toEqual(["Decided", "Arrived", "today so far", "Expected, 8 of 10"]);
  });
});

describe("scales and lines", () => {
  test("a linear axis begins at 0, a bounded one where it says", () => {
    expect(scaleOf([98, 437], {}).ticks).toEqual([0, 200, 400, 600]);
    expect(scaleOf([4.6], { from: 1, to: 5 }).at(3)).toBe(50);
    expect(scaleOf([0.91], { from: 0.8 }).at(0.8)).toBe(0);
    expect(scaleOf([], {}).at(0)).toBe(0);
  });

  test("a logarithmic axis has equal room for equal factors, and holds no zero", () => {
    const scale = scaleOf([0, 1, 100], { scale: "log", ticks: [1, 10, 100, 1_000] });
    expect([scale.at(1), scale.at(10), scale.at(100), scale.at(0)]).toEqual([0, 50, 100, 0]);
    expect(scale.ticks).toEqual([1, 10, 100]);
    expect(scaleOf([0], { scale: "log" }).at(0)).toBe(0);
  });

  test("a line is interrupted where there is no value, and a band by its gaps", () => {
    const scale = scaleOf([0, 100], { from: 0, to: 100 });
    expect(linesOf([0, 100, null, 50], scale)).toEqual([[[12.5, 100], [37.5, 0]], [[87.5, 50]]]);
    expect(bandsOf([[0, 100], [50, 50]], scale)).toEqual([[[25, 0], [75, 50], [75, 50], [25, 100]]]);
    expect(bandsOf([[0, 100], null], scale)).toEqual([[[24, 0], [26, 0], [26, 100], [24, 100]]]);
  });

  test("what is measured goes on to today, what is expected is a line of its own from there", () => {
    const { container } = draw();
    const places = [...container.querySelectorAll("polyline")].map((line) => line.getAttribute("points")?.split(" ").map((place) => place.split(",")[0]));
    expect(places).toEqual([
      ["16.67", "50.00"],
      ["50.00", "83.33"],
    ]);
  });

  test("the axis ends at a tick, so that no value stands above the last line", () => {
    expect(scaleOf([53], {}).at(60)).toBe(100);
    expect(scaleOf([53], {}).ticks.at(-1)).toBe(60);
  });

  test("stacked bars count together on their axis", () => {
    const more: Series = { name: "Declined", draw: "bars", values: [100, 2, 1] };
    expect(Math.max(...valuesOf([decided, more], true))).toBe(500);
    expect(Math.max(...valuesOf([decided, more], false))).toBe(440);
  });
});

test("a box plot says median and range of every row, by keys and as a table", async () => {
  const user = userEvent.setup();
  const format = (seconds: number) => `${seconds / 3_600} h`;
  const rows = [
    { key: "5", name: "5 stars", head: "5", median: 14_400, low: 3_600, high: 86_400 },
    { key: "1", name: "1 star", head: "1", median: 7_200, low: 3_600, high: 36_000 },
  ];
  render(<BoxPlot label="Waiting" rowName="Stars" rows={rows} axis={{ ticks: [3_600, 86_400], format }} />);
  await user.tab();
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("slider")).toHaveAttribute("aria-valuetext", "1 star, Median: 2 h, 8 of 10: 1 h to 10 h");
  expect(screen.getByRole("row", { name: "5 stars 4 h 1 h to 24 h" })).toBeInTheDocument();
});

test("bars of shares and small lines are images whose names hold their values", () => {
  render(<ShareBar parts={[{ name: "17 under 4 h", value: 17, tone: "light" }, { name: "3 over a day", value: 3, tone: "danger" }]} />);
  render(<Sparkline label="14 days, from 398 to 412" values={[398, null, 412]} />);
  expect(screen.getByRole("img", { name: "17 under 4 h, 3 over a day" }).children).toHaveLength(2);
  expect(screen.getByRole("img", { name: "14 days, from 398 to 412" })).toBeInTheDocument();
});
