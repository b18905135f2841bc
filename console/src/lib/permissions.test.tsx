import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { AccessProvider, Allowed } from "./permissions";

test("something is shown to those who hold its permission", () => {
  render(
    <AccessProvider access={["search"]}>
      <Allowed permission="search">Search</Allowed>
      <Allowed permission="users">Accounts</Allowed>
    </AccessProvider>,
  );
  expect(screen.getByText("Search")).toBeVisible();
  expect(screen.queryByText("Accounts")).not.toBeInTheDocument();
});

test("nobody holds anything without a session", () => {
  render(<Allowed permission="search">Search</Allowed>);
  expect(screen.queryByText("Search")).not.toBeInTheDocument();
});
