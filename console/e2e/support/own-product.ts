import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "@playwright/test";

import { start } from "./product";
import { expect, watch } from "./test";
import { keepToasts } from "./toasts";

/** Starts a product that a drill has for itself, and ends it after `work`, which gets a page of it and its data folder. */
export async function inOwnProduct(
  browser: Browser,
  environment: Record<string, string>,
  work: (page: Page, data: string) => Promise<void>,
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "docket-own-"));
  chmodSync(scratch, 0o755); // the database may run as another user
  const product = await start(scratch, environment);
  try {
    const page = await browser.newPage({ baseURL: product.address });
    const faults: string[] = [];
    watch(page, faults);
    await keepToasts(page);
    await work(page, product.data);
    await page.close();
    expect(faults).toEqual([]);
  } finally {
    await product.end();
    rmSync(scratch, { recursive: true, force: true });
  }
}
