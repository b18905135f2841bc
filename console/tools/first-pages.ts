import { fileURLToPath } from "node:url";

import type { Rolldown } from "vite";

type Context = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/**
 * The pages with which most sessions begin. Each loads only what it imports, not what only other pages need. `home`
 * also lists modules that its cards, which load later, share with the queue.
 */
const FIRST_PAGES = {
  home: ["app/pages/home-page.tsx", "components/desk/item-marks.tsx", "components/ui/disclosure.tsx", "lib/ratings.ts"].map(source),
  queue: [source("features/queue/pages.tsx")],
};

/**
 * Names the chunk of a module by the first pages that import it, directly or indirectly: "home", "queue" or
 * "home-queue"; null for modules of other pages only. Without this, the bundler could merge a small shared part into
 * any other chunk.
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
