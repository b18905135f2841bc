import { fileURLToPath } from "node:url";

import { build, type Plugin, type Rolldown } from "vite";

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
/** The one address of others in Redoc's file, of a picture beside its name: an empty one takes its place. */
const FOREIGN = "https://cdn.redoc.ly/redoc/logo-mini.svg";
const NOTHING = "virtual:nothing";
const EMPTY = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";

/** Builds the page of the API (src/app/api-page.ts): a document and a script of their own, with the console's styles. */
export function apiPage(): Plugin {
  return {
    name: "docket:api-page",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const script = this.emitFile({ type: "asset", name: "api-page.js", source: await built() });
        const styles = Object.keys(bundle).find((file) => file.endsWith(".css")) ?? this.error("The console has no styles.");
        this.emitFile({ type: "asset", fileName: "api-page.html", source: page(styles, this.getFileName(script)) });
      },
    },
  };
}

async function built(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [ours()],
    resolve: { alias: { "@": source("") } },
    build: { write: false, target: "es2022", modulePreload: false, rolldownOptions: { input: source("app/api-page.ts"), output: { format: "iife" } } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

function ours(): Plugin {
  return {
    name: "docket:redoc",
    // a module of Node's that its file asks for by this name and does without
    resolveId: (id) => (id === "null" ? NOTHING : null),
    load: (id) => (id === NOTHING ? "export default null" : null),
    transform(code, id) {
      if (!id.endsWith("redoc.standalone.js")) return null;
      if (!code.includes(FOREIGN)) this.error("Redoc's picture is not where it was.");
      return code.replaceAll(FOREIGN, EMPTY);
    },
  };
}

const page = (styles: string, script: string): string => `<!doctype html>
<html lang="en-GB" data-theme="light" data-font-sizes="responsive">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex, nofollow" />
    <meta name="color-scheme" content="light dark" />
    <title>Docket API</title>
    <link rel="icon" href="/docket.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/${styles}" />
    <style>
      /* what Redoc colours without asking its theme */
      main h5 { color: var(--text-2) !important; border-color: var(--line) !important; }
      main h5 :is(div, label, select, span) { color: var(--text) !important; }
      [data-theme="light"] main [role="tab"][aria-selected="false"] { color: var(--n-3) !important; }
      [data-theme="dark"] main [role="tab"][aria-selected="true"] { color: var(--canvas) !important; }
    </style>
    <script src="/first-paint.js"></script>
    <script src="/${script}" defer></script>
  </head>
  <body>
    <main dir="ltr"></main>
    <noscript>This page needs JavaScript. The description that it shows is at /api/openapi.json.</noscript>
  </body>
</html>
`;
