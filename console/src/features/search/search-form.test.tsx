import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { aModerator } from "@/testing/factories";
import { renderApp } from "@/testing/render-app";

/** Spec, section 2: the selector's options and what each of them searches. */
test.each([
  ["Search everything", "everything"],
  ["Companies", "companies"],
  ["HSOne ID", "hsone"],
  ["WF Reviews", "reviews"],
  ["Google Reviews", "third-party-reviews"],
  ["Users", "accounts"],
])("%s searches for the type %s, with the button as with Enter", async (label, type) => {
  const { user, place } = renderApp("/", { as: aModerator() });
  await screen.findByRole("heading", { name: "Queues" });
  for (const end of ["button", "Enter"]) {
    await user.keyboard("/");
    await user.click(await screen.findByRole("combobox", { name: "What to search" }));
    await user.click(screen.getByRole("option", { name: label }));
    await user.type(screen.getByRole("searchbox", { name: "Search" }), ` ada ${end}`);
    if (end === "Enter") await user.keyboard("{Enter}");
    else await user.click(screen.getByRole("button", { name: "Search" }));
    await waitFor(() => expect(place()).toBe(`/search?term=ada+${end}&type=${type}`));
    expect(screen.queryByRole("searchbox", { name: "Search" })).not.toBeInTheDocument();
  }
});
