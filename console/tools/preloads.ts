import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

/** Preloads the font with the first script, so that text does not change its shape after the first paint. */
export function preloads(): Plugin {
  return {
    name: "docket:preloads",
    transformIndexHtml: { order: "post", handler: (_html, { bundle = {} }) => latinFont(bundle).map(preload) },
  };
}

const latinFont = (bundle: Rolldown.OutputBundle): string[] =>
  Object.keys(bundle).filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));

const preload = (file: string): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: true },
  injectTo: "head",
});
