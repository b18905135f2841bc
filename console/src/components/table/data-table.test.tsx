import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { type Column, declareTable } from "./columns";
import { DataTable } from "./data-table";
import { useSelection } from "./selection";
import { useSortInAddress } from "./sorting";
import { usePages } from "./source";
import { TableTools } from "./table-tools";
import { fit } from "./use-fit";
import { useTable } from "./use-table";

interface Tag {
  id: number;
  name: string;
  companies: number;
}

const TAGS: Tag[] = [
  { id: 1, name: "Dental", companies: 4 },
  { id: 2, name: "Legal", companies: 12 },
  { id: 3, name: "Roofing", companies: 7 },
];

const table = declareTable<Tag>({
  name: "tags",
  rowKey: ({ id }) => id,
  columns: [
    { id: "name", header: "revise.fields.title", Cell: ({ row }) => row.name, width: 160, grow: true },
    {
      id: "companies",
      header: "story.facts.company",
      Cell: ({ row }) => row.companies,
      width: 96,
      align: "end",
      sort: (tag) => tag.companies,
      optional: "shown",
    },
  ],
});

const keyOf = ({ id }: Tag) => id;
const nameOf = ({ name }: Tag) => name;
type Fetch = (cursor: string) => Promise<{ items: Tag[]; next_cursor: string | null }>;

function Tags({ fetch }: { fetch: Fetch }) {
  const selection = useSelection(keyOf, nameOf);
  const source = usePages(["tags"], fetch);
  const state = useTable(table, source, {
    sorting: useSortInAddress(table),
    selection,
    details: ({ name }) => <p>{`About ${name}`}</p>,
  });
  return (
    <main>
      <TableTools of={state} />
      <DataTable of={state} label="Tags" failed="Could not load the tags." empty={<p>No tag yet</p>} />
      <output>{selection.rows.map(nameOf).join(", ")}</output>
      <p data-testid="address">{useLocation().search}</p>
    </main>
  );
}

function show(fetch: Fetch = () => Promise.resolve({ items: TAGS, next_cursor: null }), address = "/") {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Tags fetch={fetch} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const names = () => screen.getAllByRole("rowheader").map((header) => header.textContent);
const tag = (name: string) => screen.findByRole("button", { name });
const selected = () => screen.getByRole("status", { name: "" }).textContent;

beforeEach(() => localStorage.clear());

describe("the table", () => {
  test("a row that is on its way has the labels of the one that comes: where rows are blocks it is as high", async () => {
    let arrive: (() => void) | undefined;
    show(() => new Promise((resolve) => (arrive = () => resolve({ items: TAGS, next_cursor: null }))));
    const labels = () => [...document.querySelectorAll("tbody > tr")].map((row) => [...row.querySelectorAll("td")].flatMap((cell) => cell.dataset.label ?? []));
    const waiting = labels()[0];
    expect(waiting).toEqual(["Company"]);
    arrive?.();
    await tag("Dental");
    expect(labels()[0]).toEqual(waiting);
  });

  test("sorts by a header, largest first, turns round, and says so in the address", async () => {
    const user = show();
    await tag("Dental");
    expect(names()).toEqual(["Dental", "Legal", "Roofing"]);
    await user.click(screen.getByRole("button", { name: "Company" }));
    expect(names()).toEqual(["Legal", "Roofing", "Dental"]);
    expect(screen.getByTestId("address")).toHaveTextContent("?sort=companies");
    await user.click(screen.getByRole("button", { name: "Company" }));
    expect(names()).toEqual(["Dental", "Roofing", "Legal"]);
    expect(screen.getByRole("columnheader", { name: "Company" })).toHaveAttribute("aria-sort", "ascending");
  });

  test("is stepped through by j and k, opened by Enter, selected by x, and from there on by Shift and x", async () => {
    const user = show();
    await tag("Dental");
    await user.keyboard("j");
    expect(await tag("Dental")).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByText("About Dental")).toBeVisible();
    await user.keyboard("xjj");
    expect(await tag("Roofing")).toHaveFocus();
    expect(selected()).toBe("Dental");
    await user.keyboard("{Shift>}X{/Shift}");
    expect(selected()).toBe("Dental, Legal, Roofing");
    await user.keyboard("k");
    expect(await tag("Legal")).toHaveFocus();
  });

  test("selects all rows and none, and a range by the pointer", async () => {
    const user = show();
    await tag("Dental");
    const all = screen.getByRole("checkbox", { name: "Select all that are shown" });
    await user.click(all);
    expect(selected()).toBe("Dental, Legal, Roofing");
    await user.click(screen.getByRole("checkbox", { name: "Select Legal" }));
    expect(all).toBePartiallyChecked();
    await user.click(all);
    await user.click(all);
    expect(selected()).toBe("");
    await user.click(screen.getByRole("checkbox", { name: "Select Roofing" }));
    await user.keyboard("{Shift>}");
    await user.click(screen.getByRole("checkbox", { name: "Select Legal" }));
    expect(selected()).toBe("Roofing, Legal");
  });

  test("hides a column that somebody hides, also the next time", async () => {
    const user = show();
    await tag("Dental");
    await user.click(screen.getByLabelText("Columns", { selector: "summary" }));
    await user.click(screen.getByRole("checkbox", { name: "Company" }));
    expect(screen.queryByRole("columnheader", { name: "Company" })).not.toBeInTheDocument();
    expect(localStorage.getItem("tags-columns")).toBe("");
  });

  test("has rows of the same columns while they are on their way, and says when there are none", async () => {
    show(() => Promise.resolve({ items: [], next_cursor: null }));
    expect(screen.getByRole("table", { name: "Tags" })).toHaveAttribute("aria-busy", "true");
    expect(screen.getByRole("status", { name: "Loading" })).toBeInTheDocument();
    expect(await screen.findByText("No tag yet")).toBeVisible();
  });

  test("keeps the failure in its place while it is tried again", async () => {
    let answer: () => void = () => undefined;
    const fetch = vi
      .fn<Fetch>()
      .mockRejectedValueOnce(new Error("silence"))
      .mockImplementationOnce(() => new Promise((resolve) => (answer = () => resolve({ items: TAGS, next_cursor: null }))));
    const user = show(fetch);
    const failure = await screen.findByRole("alert");
    await user.click(within(failure).getByRole("button", { name: "Refresh the page" }));
    expect(screen.getByRole("alert")).toHaveTextContent("Could not load the tags");
    // aria-busy instead of disabled, so that it keeps the focus
    expect(within(failure).getByRole("button", { name: "Refresh the page" })).toHaveAttribute("aria-busy", "true");
    answer();
    expect(await tag("Dental")).toBeVisible();
  });

  test("keeps its rows when no further ones come, says so, and asks for them again", async () => {
    const fetch = vi
      .fn<Fetch>()
      .mockResolvedValueOnce({ items: TAGS.slice(0, 2), next_cursor: "next" })
      .mockRejectedValueOnce(new Error("silence"))
      .mockResolvedValueOnce({ items: TAGS.slice(2), next_cursor: null });
    const user = show(fetch);
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Could not load the tags. Please refresh the page.");
    expect(names()).toEqual(["Dental", "Legal"]);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await tag("Roofing")).toBeVisible();
    expect(fetch.mock.calls.map(([cursor]) => cursor)).toEqual(["", "next", "next"]);
  });
});

describe("the columns that fit", () => {
  const column = (id: string, change: Partial<Column<Tag>> = {}): Column<Tag> => ({
    id,
    header: "table.columns",
    Cell: () => null,
    width: 100,
    ...change,
  });
  const columns = [column("name"), column("bar", { priority: "low", narrow: "hidden" }), column("count")];
  const ids = (room: number, chosen = false) => {
    const { columns: shown, narrow } = fit(columns, room, chosen);
    return [shown.map(({ id }) => id).join(" "), narrow];
  };

  test("are all of them, then those that matter, then the rows become blocks", () => {
    expect(ids(300)).toEqual(["name bar count", false]);
    expect(ids(299)).toEqual(["name count", false]);
    expect(ids(199)).toEqual(["name count", true]);
  });

  test("lose the last of low priority before the others", () => {
    const both = [...columns, column("late", { priority: "low" })];
    const shown = (room: number) => fit(both, room, false).columns.map(({ id }) => id).join(" ");
    expect([400, 399, 299].map(shown)).toEqual(["name bar count late", "name bar count", "name count"]);
    const trend = [column("trend", { priority: "lowest" }), ...both] as const;
    expect(fit(trend, 499, false).columns.map(({ id }) => id)).toEqual(["name", "bar", "count", "late"]);
  });

  test("stand without labels in one line below the name, those for its end last, and the others are left out", () => {
    const lined = [column("when", { narrow: "end" }), column("text", { narrow: "name" }), column("by", { narrow: "line" }), column("id")];
    const { columns: shown, ...form } = fit(lined, 399, false);
    expect(shown.map(({ id }) => id)).toEqual(["text", "by", "when"]);
    expect(form).toEqual({ narrow: true, lined: true });
    const more = [column("sum", { narrow: "last" }), column("text", { narrow: "name" }), column("duty", { narrow: "beside" }), column("by", { narrow: "line" }), column("facts", { narrow: "below" })];
    expect(fit(more, 399, false).columns.map(({ id }) => id)).toEqual(["text", "duty", "facts", "by", "sum"]);
    expect(fit(columns, 199, false).lined).toBe(false);
  });

  test("get half of what is left where they are often cut, and no more than they need", () => {
    const widths = (room: number) => fit([column("name", { grow: true }), column("company", { wide: 220 })], room, false).columns.map(({ width }) => width);
    expect([200, 300, 440, 900].map(widths)).toEqual([[100, 100], [100, 150], [100, 220], [100, 220]]);
  });

  test("are never fewer than somebody has chosen", () => {
    expect(ids(299, true)).toEqual(["name count", true]);
    expect(fit([column("name"), column("bar", { priority: "low" })], 150, true).columns).toHaveLength(2);
  });
});
