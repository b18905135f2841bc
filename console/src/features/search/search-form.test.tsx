import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { SearchForm } from "./search-form";

/** Spec, section 2: the selector's words and what each of them stands for. */
test.each([
  ["Search everything", "everything"],
  ["Companies", "companies"],
  ["HSOne ID", "hsone"],
  ["WF Reviews", "reviews"],
  ["Google Reviews", "third-party-reviews"],
  ["Users", "accounts"],
])("%s searches for the type %s, with the button as with Enter", async (label, type) => {
  const onSearch = vi.fn();
  const user = userEvent.setup();
  render(<SearchForm onSearch={onSearch} onClose={vi.fn()} />);
  await user.click(await screen.findByRole("combobox", { name: "What to search" }));
  await user.click(screen.getByRole("option", { name: label }));
  await user.type(screen.getByRole("searchbox"), " ada ");
  await user.click(screen.getByRole("button", { name: "Search" }));
  await user.type(screen.getByRole("searchbox"), "{Enter}");
  expect(onSearch.mock.calls).toEqual([
    ["ada", type],
    ["ada", type],
  ]);
});
