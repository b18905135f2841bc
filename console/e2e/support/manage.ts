import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const run = promisify(execFile);

/** A manage.py command beside the running product; its output. */
export const manage = (...command: string[]): Promise<string> => manageIn({}, ...command);

/** The same, with further environment variables: `DOCKET_DATA_DIR` names another product. */
export async function manageIn(environment: Record<string, string>, ...command: string[]): Promise<string> {
  const env = { ...process.env, ...environment };
  const { stdout } = await run("python3", ["-m", "deploy.local", "manage", ...command], { cwd: ROOT, env });
  return stdout;
}
