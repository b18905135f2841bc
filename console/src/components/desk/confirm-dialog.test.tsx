import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { describe, expect, test, vi } from "vitest";

import { ConfirmDialog } from "./confirm-dialog";

type Shown = Partial<ComponentProps<typeof ConfirmDialog>>;

function Tag({ onConfirm = () => Promise.resolve(null), ...rest }: Shown) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Delete
      </button>
      {asking && (
        <ConfirmDialog title="Delete the tag" onConfirm={onConfirm} onClose={() => setAsking(false)} {...rest}>
          Deletion is irreversible.
        </ConfirmDialog>
      )}
    </>
  );
}

async function ask(props: Shown = {}) {
  const user = userEvent.setup();
  const onConfirm = vi.fn<(reason: string) => Promise<string | null>>(() => Promise.resolve(null));
  render(<Tag onConfirm={onConfirm} {...props} />);
  const opener = screen.getByRole("button", { name: "Delete" });
  await user.click(opener);
  return { user, onConfirm, opener };
}

describe("the confirm dialog", () => {
  test("has the specification's texts, and says what confirming means", async () => {
    await ask({ onDeny: () => Promise.resolve(null) });
    const dialog = await screen.findByRole("dialog", { name: "Delete the tag" });
    expect(dialog).toHaveAccessibleDescription("Deletion is irreversible.");
    const names = screen.getAllByRole("button").map((button) => button.getAttribute("aria-label") ?? button.firstChild?.textContent);
    expect(names).toEqual(["Close", "No", "Cancel", "OK"]);
  });

  test("does it by Ctrl+Enter, closes, and gives the focus back", async () => {
    const { user, onConfirm, opener } = await ask();
    await screen.findByRole("dialog");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(onConfirm).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(opener).toHaveFocus();
  });

  test("does nothing by Escape or Cancel", async () => {
    const { user, onConfirm, opener } = await ask();
    await user.keyboard("{Escape}");
    await user.click(opener);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(onConfirm).not.toHaveBeenCalled();
    expect(opener).toHaveFocus();
  });

  test("stays open with the sentence that says why it was refused, and is not sent twice", async () => {
    let answer: (sentence: string | null) => void = () => undefined;
    const onConfirm = vi.fn(() => new Promise<string | null>((resolve) => (answer = resolve)));
    const { user } = await ask({ onConfirm, danger: true, confirm: "Delete" });
    expect(screen.getByRole("alertdialog")).toBeVisible();
    await user.keyboard("{Control>}{Enter}{Enter}{/Control}");
    expect(onConfirm).toHaveBeenCalledOnce();
    answer("A company still has this tag.");
    expect(await screen.findByRole("alert")).toHaveTextContent("A company still has this tag.");
  });

  test("may be answered with No, whose refusal is said as well", async () => {
    const onDeny = vi.fn(() => Promise.resolve<string | null>("Somebody else has answered."));
    const { user, onConfirm } = await ask({ onDeny });
    await user.click(await screen.findByRole("button", { name: "No" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Somebody else has answered.");
    onDeny.mockResolvedValue(null);
    await user.click(screen.getByRole("button", { name: "No" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test("asks for a reason where one is wanted", async () => {
    const { user, onConfirm } = await ask({ reason: { draftKey: "test.reason" } });
    await user.click(await screen.findByRole("button", { name: /OK/ }));
    expect(await screen.findByText("This field is required")).toBeVisible();
    await user.type(screen.getByLabelText("Reason"), "It is a duplicate.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(onConfirm).toHaveBeenCalledExactlyOnceWith("It is a duplicate."));
  });
});
