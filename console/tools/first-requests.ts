import { fileURLToPath } from "node:url";

import { build, type Plugin, type Rolldown } from "vite";

const FILE = "first-requests.js";
const START = "virtual:first-requests";
const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/**
 * Builds src/app/first-requests.ts as a script of its own and names it first in the document: it runs before the bundle,
 * which has what it imports once more. Not inline, because the content policy forbids inline scripts.
 */
export function firstRequests(): Plugin {
  return {
    name: "docket:first-requests",
    transformIndexHtml: {
      order: "post",
      handler: () => [{ tag: "script", attrs: { src: `/${FILE}` }, injectTo: "head-prepend" }],
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response) => {
        void script().then((code) => response.setHeader("Content-Type", "text/javascript").end(code));
      });
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: FILE, source: await script() });
    },
  };
}

async function script(): Promise<string> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [start()],
    resolve: { alias: { "@": source("") } },
    build: { write: false, target: "es2022", modulePreload: false, rolldownOptions: { input: START, output: { format: "iife" } } },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/** What the script does when it is loaded. */
function start(): Plugin {
  const call = `import { askAhead } from "${source("app/first-requests")}";\naskAhead();\n`;
  return { name: "docket:start", resolveId: (id) => (id === START ? id : null), load: (id) => (id === START ? call : null) };
}
