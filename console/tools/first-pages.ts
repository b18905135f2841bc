import { fileURLToPath } from "node:url";

import type { Rolldown } from "vite";

type Context = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/**
 * The pages that most sessions begin with. Each loads what it imports, and nothing that only other pages need; beside the
 * first stands what its cards, which come later, share with the queue.
 */
const FIRST_PAGES = {
  home: ["app/pages/home-page.tsx", "components/desk/item-marks.tsx", "components/ui/disclosure.tsx", "lib/ratings.ts"].map(source),
  queue: [source("features/queue/pages.tsx")],
};

/**
 * Names the chunk of a module by the first pages that import it, directly or through others: "home", "queue" or
 * "home-queue"; null for what other pages alone import. Without it a small part that they share would be joined with any other.
 */
export function ofFirstPages(): (moduleId: string, context: Context) => string | null {
  let known: [name: string, modules: Set<string>][] | undefined;
  return (moduleId, context) => {
    known ??= Object.entries(FIRST_PAGES).map(([name, pages]) => [name, importedBy(pages, context)]);
    return known.filter(([, modules]) => modules.has(moduleId)).map(([name]) => name).join("-") || null;
  };
}

function importedBy(pages: readonly string[], context: Context): Set<string> {
  for (const page of pages) if (!context.getModuleInfo(page)) throw new Error(`first-pages.ts: ${page} is not part of the console.`);
  const modules = new Set<string>();
  const waiting = [...pages];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (modules.has(id)) continue;
    modules.add(id);
    waiting.push(...(context.getModuleInfo(id)?.importedIds.filter((other) => other.startsWith(source(""))) ?? []));
  }
  return modules;
}
