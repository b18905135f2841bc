import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

import { aHeadModerator } from "./factories";
import { renderApp } from "./render-app";

/** Opens a dialog from the floating button, by keyboard alone. */
export async function openDialog(entry: "Company listing" | "User account" | "Company group") {
  const { user, router } = renderApp("/blacklist", { as: aHeadModerator() });
  const button = await screen.findByRole("button", { name: "Create" });
  button.focus();
  await user.keyboard("{Enter}");
  (await screen.findByRole("menuitem", { name: entry })).focus();
  await user.keyboard("{Enter}");
  return { user, router, dialog: await screen.findByRole("dialog") };
}

export async function chooseLevel(user: UserEvent, dialog: HTMLElement) {
  await within(dialog).findByRole("option", { name: "Standard User" });
  await user.selectOptions(within(dialog).getByLabelText("Access level"), "Standard User");
}
