// Applies the blocks of CONTRIBUTING, "A page with a table", to the files that they name, and type-checks them with the
// console.
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import ts from "typescript";

const ROOT = resolve(import.meta.dirname, "../../..");
const CONSOLE = join(ROOT, "console");

/**
 * Every file of the example, complete, by path. A block may name a constant of an existing file: its rows are inserted
 * there.
 */
const contributing = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
const files = new Map(
  [...contributing.matchAll(/```tsx?\n\/\/ (\S+?)(?:, in `(\w+)`)?\n(.*?)```/gs)].map(([, file, within, text]) => {
    const path = join(ROOT, file);
    if (within === undefined) return [path, text];
    const before = readFileSync(path, "utf8");
    const start = new RegExp(`export const ${within}\\b.*[[{]\\n`);
    if (!start.test(before)) throw new Error(`${file} has no ${within}`);
    return [path, before.replace(start, (line) => line + text)];
  }),
);

const { config } = ts.readConfigFile(join(CONSOLE, "tsconfig.json"), (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, CONSOLE);
const host = ts.createCompilerHost(options);
const disk = { ...host };
const folders = new Set([...files.keys()].map((path) => dirname(path)));
host.readFile = (path) => files.get(resolve(path)) ?? disk.readFile(path);
host.fileExists = (path) => files.has(resolve(path)) || disk.fileExists(path);
host.directoryExists = (path) => folders.has(resolve(path)) || disk.directoryExists(path);
host.getSourceFile = (path, version, ...rest) => {
  const text = files.get(resolve(path));
  return text === undefined ? disk.getSourceFile(path, version, ...rest) : ts.createSourceFile(path, text, version);
};
const program = ts.createProgram([...files.keys(), join(CONSOLE, "src/env.d.ts"), join(CONSOLE, "src/testing/setup.ts")], options, host);
const problems = [...files.keys()].flatMap((path) => {
  const file = program.getSourceFile(path);
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
});
process.stdout.write(ts.formatDiagnostics(problems, { ...host, getCanonicalFileName: (path) => path }));
process.stdout.write(`${files.size} files of the example, ${problems.length} problems\n`);
process.exitCode = files.size === 0 || problems.length > 0 ? 1 : 0;
