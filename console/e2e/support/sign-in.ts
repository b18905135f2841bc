import type { Page } from "@playwright/test";

import { PASSWORD, type Person } from "./staff";

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, { email }: Pick<Person, "email">, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
