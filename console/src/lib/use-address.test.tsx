import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";

import { useAddress } from "./use-address";

function Choices() {
  const [params, replaceParams] = useAddress();
  const choose = (name: string) => replaceParams({ ...Object.fromEntries(params), [name]: "yes" });
  return ["outcome", "rating"].map((name) => (
    <button key={name} onClick={() => choose(name)}>
      {name}
    </button>
  ));
}

test("two choices that follow each other quickly both stand in the address", async () => {
  const router = createMemoryRouter([{ path: "/", element: <Choices /> }]);
  render(<RouterProvider router={router} />);
  // like a busy browser: immediate work runs between the two events, deferred work does not
  for (const name of ["outcome", "rating"]) {
    screen.getByText(name).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await Promise.resolve();
  }
  expect(router.state.location.search).toBe("?outcome=yes&rating=yes");
});
