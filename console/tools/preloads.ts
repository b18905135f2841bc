import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

import { chunksOf, reach } from "./chunks.ts";

/** The page that most people open first. */
const QUEUE_PAGE = "src/features/queue/pages.tsx";

/**
 * Asks for the font together with the first script, so that words do not change shape after the first paint, and for the
 * queue's code, so that it is there when the router wants it. On other pages the next click needs it: low priority.
 */
export function preloads(): Plugin {
  return {
    name: "docket:preloads",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) => [
        ...latinFont(bundle).map((href) => preload({ rel: "preload", href, as: "font", type: "font/woff2" })),
        ...queuePage(bundle).map((href) => preload({ rel: "modulepreload", href, fetchpriority: "low" })),
      ],
    },
  };
}

const latinFont = (bundle: Rolldown.OutputBundle): string[] =>
  Object.keys(bundle).filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));

/** Its chunk and what that imports, but what the page has already. */
function queuePage(bundle: Rolldown.OutputBundle): string[] {
  const chunks = chunksOf(bundle);
  const started = reach(bundle, chunks.filter(({ isEntry }) => isEntry));
  const wanted = reach(bundle, chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(QUEUE_PAGE)));
  return [...wanted].filter((chunk) => !started.has(chunk)).map(({ fileName }) => fileName);
}

const preload = ({ href, ...attrs }: Record<string, string>): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { ...attrs, href: `/${href}`, crossorigin: true },
  injectTo: "head",
});
