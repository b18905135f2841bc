import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import ts from "typescript";
import { afterAll, describe, expect, test, vi } from "vitest";

import type * as RouteTable from "@/app/route-table";
import { words } from "@/lib/words";

// CONTRIBUTING, "A page with a table": its blocks are applied to the files that they name, typechecked and run.
const ROOT = resolve(import.meta.dirname, "../../..");
const CONSOLE = join(ROOT, "console");
const FEATURE = "console/src/features/low-ratings";

/** The blocks by the file that each one names; rows are inserted into `within`, a constant of an existing file. */
const blocks = [...readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8").matchAll(/```tsx?\n\/\/ (\S+?)(?:, in `(\w+)`)?\n(.*?)```/gs)].map(
  ([, file = "", within, text = ""]) => ({ file, within, text }),
);
const rowOf = (end: string) => blocks.find(({ file }) => file.endsWith(end))?.text ?? "";

/** Every file of the example, in full, by its path. */
const files = new Map(
  blocks.map(({ file, within, text }) => {
    const path = join(ROOT, file);
    if (within === undefined) return [path, text];
    const before = readFileSync(path, "utf8");
    const start = new RegExp(`export const ${within}\\b.*[[{]\\n`);
    expect(before).toMatch(start);
    return [path, before.replace(start, (line) => line + text)];
  }),
);

const scratch = mkdtempSync(join(CONSOLE, "worked-example-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The example beside the console's own files: what imports it from its feature finds it here. */
function write(name: string, text: string): string {
  const path = join(scratch, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll("@/features/low-ratings/", "./"));
  return path;
}

vi.mock("@/app/route-table", async (original) => {
  const table = await original<typeof RouteTable>();
  const { rows } = (await import(/* @vite-ignore */ write("routes.ts", `export const rows = [\n${rowOf("route-table.ts")}];\n`))) as {
    rows: RouteTable.Page[];
  };
  return { ...table, pages: [...table.pages, ...rows] };
});

describe("a page with a table", () => {
  test("touches five files at most", () => {
    expect(blocks.length).toBe(5);
  });

  test("typechecks as it stands in CONTRIBUTING", () => {
    const { config } = ts.readConfigFile(join(CONSOLE, "tsconfig.json"), (path) => ts.sys.readFile(path)) as { config: unknown };
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, CONSOLE);
    const host = ts.createCompilerHost(options);
    const disk = { ...host };
    host.readFile = (path) => files.get(resolve(path)) ?? disk.readFile(path);
    host.fileExists = (path) => files.has(resolve(path)) || disk.fileExists(path);
    host.directoryExists = (path) => resolve(path) === join(ROOT, FEATURE) || (disk.directoryExists?.(path) ?? true);
    host.getSourceFile = (path, version, ...rest) => {
      const text = files.get(resolve(path));
      return text === undefined ? disk.getSourceFile(path, version, ...rest) : ts.createSourceFile(path, text, version);
    };
    const program = ts.createProgram([...files.keys(), join(CONSOLE, "src/env.d.ts"), join(CONSOLE, "src/testing/setup.ts")], options, host);
    const problems = [...files.keys()].flatMap((path) => {
      const file = program.getSourceFile(path);
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    });
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  });
});

// its words, its page and its own test, which is registered here
const { added } = (await import(
  /* @vite-ignore */ write("words.ts", `export const added = {\n${rowOf("navigation.ts")}};\n`)
)) as { added: Record<string, string> };
words.addResourceBundle("en", "translation", { navigation: added }, true);
for (const { file, text } of blocks) if (file.startsWith(FEATURE)) write(basename(file), text);
await import(/* @vite-ignore */ join(scratch, "low-ratings.test.tsx"));
