import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Runs the command of each line, or its Python, until its input ends. */
const SHELL = `
import contextlib, io, json, sys, traceback
from django.core.management import call_command
for line in sys.stdin:
    given, out = json.loads(line), io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(given, {}) if isinstance(given, str) else call_command(*given)
        answer = [True, out.getvalue()]
    except BaseException:
        answer = [False, traceback.format_exc()]
    print(json.dumps(answer), flush=True)
`;

interface Shell {
  input: Writable;
  answers: AsyncIterator<string>;
}

let shell: Shell | undefined;
let last: Promise<unknown> = Promise.resolve();

/** A manage.py command beside the running product; its output. */
export const manage = (...command: string[]): Promise<string> => inTurn(command);

/** The same in a process of its own, with further environment variables: `DOCKET_DATA_DIR` names another product. */
export async function manageIn(environment: Record<string, string>, ...command: string[]): Promise<string> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)("python3", ["-m", "deploy.local", "manage", ...command], { cwd: ROOT, env });
  return stdout;
}

/** Python in the running product's own terms; what it prints. */
export const python = (code: string): Promise<string> => inTurn(code);

function inTurn(given: string | string[]): Promise<string> {
  const answer = last.then(() => ask(given));
  last = answer.catch(() => undefined);
  return answer;
}

async function ask(given: string | string[]): Promise<string> {
  shell ??= startShell();
  shell.input.write(`${JSON.stringify(given)}\n`);
  const answer = await shell.answers.next();
  if (answer.done) throw new Error("The shell of manage.py has ended: see above.");
  const [isDone, text] = JSON.parse(answer.value) as [boolean, string];
  if (!isDone) throw new Error(text);
  return text;
}

/** One for all of a worker's commands: the start takes longer than any of them. It ends with the worker. */
function startShell(): Shell {
  const command = ["-m", "deploy.local", "manage", "shell", "--no-imports", "--command", SHELL];
  const child = spawn("python3", command, { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] });
  child.unref();
  return { input: child.stdin, answers: createInterface(child.stdout)[Symbol.asyncIterator]() };
}
