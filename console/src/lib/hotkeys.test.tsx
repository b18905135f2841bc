import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Button } from "@/components/ui/button";

import { type Hotkey, listHotkeys, useHotkeys } from "./hotkeys";
import { giveAhead, openAhead } from "./keys-ahead";
import { saveSettings } from "./settings";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] })); // the second key of two comes in time, however slow the machine
afterEach(() => saveSettings({ singleKeys: true }));

function Keys({ hotkeys }: { hotkeys: Hotkey[] }) {
  useHotkeys("lists", hotkeys);
  return (
    <>
      <input aria-label="Note" />
      <button type="button">Do</button>
      <div role="menu" tabIndex={0}>
        Menu
      </div>
    </>
  );
}

function withKeys(...keys: string[]) {
  const ran = vi.fn<(keys: string) => void>();
  render(<Keys hotkeys={keys.map((name) => ({ keys: name, label: name, run: () => ran(name) }))} />);
  return { ran, user: userEvent.setup() };
}

test("a key runs what it stands for", async () => {
  const { ran, user } = withKeys("n", "?");
  await user.keyboard("n?");
  expect(ran.mock.calls).toEqual([["n"], ["?"]]);
});

test("a key acts on what is on screen, from the moment it is there", () => {
  const ran = vi.fn<(item: string) => void>();
  function Item({ name }: { name: string }) {
    useHotkeys("outcomes", [{ keys: "a", label: "Approve", run: () => ran(name) }]);
    useLayoutEffect(() => void window.dispatchEvent(new KeyboardEvent("keydown", { key: "a", code: name })), [name]);
    return <p>{name}</p>;
  }
  const { rerender } = render(<Item name="first" />);
  rerender(<Item name="second" />);
  rerender(<Item key="anew" name="third" />);
  expect(ran.mock.calls).toEqual([["first"], ["second"], ["third"]]);
});

test("keys rest while somebody types", async () => {
  const { ran, user } = withKeys("n");
  await user.type(screen.getByLabelText("Note"), "no news");
  expect(ran).not.toHaveBeenCalled();
});

test("keys rest from the moment a form opens until it has the focus, with what was typed; Escape ends that", async () => {
  const { ran, user } = withKeys("n", "Escape");
  openAhead();
  await user.keyboard("no nos{Backspace}");
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "o", repeat: true }));
  expect(ran).not.toHaveBeenCalled();
  giveAhead(screen.getByLabelText("Note"));
  expect(screen.getByLabelText("Note")).toHaveValue("no no");
  openAhead();
  await user.keyboard("o{Escape}n");
  expect(ran.mock.calls).toEqual([["Escape"], ["n"]]);
  giveAhead(screen.getByLabelText("Note"));
  expect(screen.getByLabelText("Note")).toHaveValue("no no");
});

test("keys rest in an open menu", async () => {
  const { ran, user } = withKeys("n");
  screen.getByRole("menu").focus();
  await user.keyboard("n");
  expect(ran).not.toHaveBeenCalled();
});

test("Enter on a button presses the button", async () => {
  const { ran, user } = withKeys("Enter");
  screen.getByRole("button").focus();
  await user.keyboard("{Enter}");
  expect(ran).not.toHaveBeenCalled();
});

test("with Ctrl, Alt or Meta a key belongs to the browser", async () => {
  const { ran, user } = withKeys("n");
  await user.keyboard("{Control>}n{/Control}{Alt>}n{/Alt}{Meta>}n{/Meta}");
  expect(ran).not.toHaveBeenCalled();
});

test("Caps Lock changes nothing, Shift does", async () => {
  const { ran, user } = withKeys("n");
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "N" }));
  expect(ran).toHaveBeenCalledOnce();
  await user.keyboard("{Shift>}N{/Shift}");
  expect(ran).toHaveBeenCalledOnce();
});

test("`g` waits for its letter, and takes it from the letter's own meaning", async () => {
  const { ran, user } = withKeys("r", "g r");
  await user.keyboard("gr");
  await user.keyboard("r");
  expect(ran.mock.calls).toEqual([["g r"], ["r"]]);
});

test("`g` waits no longer than a moment", async () => {
  const { ran, user } = withKeys("r", "g r");
  await user.keyboard("g");
  vi.advanceTimersByTime(2_000);
  await user.keyboard("r");
  expect(ran.mock.calls).toEqual([["r"]]);
});

test("a key held down runs once, unless it may repeat", () => {
  const ran = vi.fn<(keys: string) => void>();
  render(
    <Keys
      hotkeys={[
        { keys: "n", label: "Next", run: () => ran("n") },
        { keys: "j", label: "Down", run: () => ran("j"), repeat: true },
      ]}
    />,
  );
  for (const key of ["n", "j"]) window.dispatchEvent(new KeyboardEvent("keydown", { key, repeat: true }));
  expect(ran.mock.calls).toEqual([["j"]]);
});

test("what came last wins, and gives the key back when it leaves", async () => {
  const { ran, user } = withKeys("n");
  const later = vi.fn();
  const page = render(<Keys hotkeys={[{ keys: "n", label: "Next", run: later }]} />);
  await user.keyboard("n");
  expect(later).toHaveBeenCalledOnce();
  page.unmount();
  await user.keyboard("n");
  expect(ran).toHaveBeenCalledOnce();
});

test("keys that a form handles itself are listed, and nothing else", async () => {
  render(<Keys hotkeys={[{ keys: "Ctrl Enter", label: "Submit" }]} />);
  expect(listHotkeys()).toEqual([{ group: "lists", hotkeys: [{ keys: "Ctrl Enter", label: "Submit" }] }]);
  await userEvent.keyboard("{Enter}");
});

test("keys that work at another moment are listed as such, once, in the order of the sheet, and do nothing", async () => {
  const taken = vi.fn();
  const view = render(<Keys hotkeys={[{ keys: "Enter", label: "Take it", off: true }, { keys: "j", label: "Next", run: taken }]} />);
  const listed = () => listHotkeys().flatMap(({ hotkeys }) => hotkeys.map(({ keys, off = false }) => [keys, off]));
  expect(listed()).toEqual([["j", false], ["Enter", true]]);
  await userEvent.keyboard("{Enter}");
  expect(taken).not.toHaveBeenCalled();
  view.rerender(<><Keys hotkeys={[{ keys: "Enter", label: "Take it", run: taken }]} /><Keys hotkeys={[{ keys: "Enter", label: "Take it", off: true }]} /></>);
  expect(listed()).toEqual([["Enter", false]]);
});

test("switched off, keys that are characters do nothing and are not listed; Enter and Escape work as before", async () => {
  const { ran, user } = withKeys("n", "?", "g m", "Shift x", "Enter", "Escape", "Ctrl Enter");
  saveSettings({ singleKeys: false });
  await user.keyboard("n?gm{Shift>}X{/Shift}");
  expect(ran).not.toHaveBeenCalled();
  await user.keyboard("{Enter}{Escape}");
  expect(ran.mock.calls).toEqual([["Enter"], ["Escape"]]);
  const listed = listHotkeys().flatMap(({ hotkeys }) => hotkeys.map(({ keys }) => keys));
  expect(listed).toEqual(["Enter", "Escape", "Ctrl Enter"]);
});

test("switched off, a key is neither shown on its button nor named to screen readers", () => {
  render(
    <>
      <Button hotkey="n">Next</Button>
      <Button hotkey="Ctrl Enter">Send</Button>
    </>,
  );
  const next = screen.getByRole("button", { name: "Next" });
  expect(next).toHaveAttribute("aria-keyshortcuts", "n");
  act(() => saveSettings({ singleKeys: false }));
  expect(next).not.toHaveAttribute("aria-keyshortcuts");
  expect(next.querySelector("kbd")).toBeNull();
  expect(screen.getByRole("button", { name: "Send" })).toHaveAttribute("aria-keyshortcuts", "Ctrl+Enter");
});
