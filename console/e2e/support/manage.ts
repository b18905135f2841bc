import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const run = promisify(execFile);

/** A manage.py command beside the running product; its output. */
export async function manage(...command: string[]): Promise<string> {
  const { stdout } = await run("python3", ["-m", "deploy.local", "manage", ...command], { cwd: ROOT });
  return stdout;
}
