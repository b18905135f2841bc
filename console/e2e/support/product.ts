import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import { Api } from "./api";
import { PICTURES } from "./effort";
import { manage, python, ROOT } from "./manage";
import { demo, hire, STAFF } from "./staff";

/** Open reviews beside those of the small demo: enough for the tests to pick from, and for a queue of several pages. */
const MORE = "300";

/**
 * Starts the product with its demo data in an empty folder; `DOCKET_URL` names one that runs
 * already (and `DOCKET_DATA_DIR` its folder, `DOCKET_MAIL` that of its mail). Then adds the staff of the tests, and
 * more reviews.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const scratch = mkdtempSync(join(tmpdir(), "docket-e2e-"));
  chmodSync(scratch, 0o755); // the database may run as another user
  const end = process.env.DOCKET_URL ? () => Promise.resolve() : await startShared(scratch);
  process.env.DOCKET_E2E = scratch;
  if (!PICTURES) {
    await python(STAFF);
    await manage("docket_demo", "--reviews", MORE, "--open", "1");
  }
  process.env.DOCKET_E2E_BEGAN = new Date().toISOString();
  process.env.DOCKET_E2E_BATCH = String(await startBatch());
  return async () => {
    await end();
    rmSync(scratch, { recursive: true, force: true });
  };
}

/** A batch of bulk moderation, for the tests that visit every page; its number. */
async function startBatch(): Promise<number> {
  const api = await Api.signIn(PICTURES ? demo.henrik : hire("HEAD_MODERATOR"));
  const { task_id: taskId } = await api.pick("pending");
  const order = { queue: "pending", outcome: "backlog", task_ids: [taskId] };
  return (await api.ask<{ id: number }>("POST", "/bulk", order)).id;
}

/** As in development, but for the price of a password: the tests sign in hundreds of times. */
// a test decides as soon as it sees an item
const SETTINGS = { DOCKET_SETTINGS_MODULE: "tests.browser_settings", DOCKET_READ_FIRST_MS: "0" };

// a second person confirms small batches too
const BULK = { DOCKET_BULK_CONFIRM_ABOVE: "3" };

// what a person undoes is not over before they do: the end of the time is proven on the server
const UNDO = { DOCKET_UNDO_SECONDS: "3600" };

// a reply can be taken back for long enough, and is mailed while a test still waits for it
const SENDING = { DOCKET_SENDING_HOLD_SECONDS: "40" };

/** The product that all tests share. */
async function startShared(scratch: string): Promise<() => Promise<void>> {
  const postbox = mkdtempSync(join(tmpdir(), "docket-mail-"));
  const { address, data, end } = await start(scratch, { MAIL_URL: pathToFileURL(postbox).href, REVIEW_FORM_URL: "https://forms.example/new", ...SETTINGS, ...BULK, ...UNDO, ...SENDING });
  process.env.DOCKET_URL = address;
  process.env.DOCKET_DATA_DIR = data;
  process.env.DOCKET_MAIL = postbox;
  return async () => {
    await end();
    rmSync(postbox, { recursive: true, force: true });
  };
}

interface Product {
  address: string;
  /** Its data folder. */
  data: string;
  end: () => Promise<void>;
}

/** Starts a product in an empty folder, with further environment variables. */
export async function start(scratch: string, environment: Record<string, string>): Promise<Product> {
  const product = spawn("python3", ["-m", "deploy.local.serve_for_tests"], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: scratch, ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(product, "exit");
  const address = await Promise.race([
    once(createInterface(product.stdout), "line").then(([line]) => String(line)),
    ended.then(() => null),
  ]);
  const [data] = readdirSync(scratch);
  if (address === null || data === undefined) throw new Error("The product did not start: see above.");
  return {
    address,
    data: join(scratch, data),
    end: async () => {
      product.stdin.end(); // it ends with us
      await ended;
    },
  };
}
