import { fileURLToPath } from "node:url";

import { build, type Plugin, type Rolldown } from "vite";

import { chunksOf, reach } from "./chunks.ts";

const FILE = "first-requests.js";
const START = "virtual:first-requests";
/** The page that most people open first. */
const QUEUE_PAGE = "src/features/queue/pages.tsx";
const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/**
 * Builds src/app/first-requests.ts as a separate script and references it first in the document: it runs before the
 * bundle, which contains its imports a second time. Not inline, because the content security policy forbids inline
 * scripts.
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
        void script([]).then((code) => response.setHeader("Content-Type", "text/javascript").end(code));
      });
    },
    async generateBundle(_options, bundle) {
      this.emitFile({ type: "asset", fileName: FILE, source: await script(queuePage(bundle)) });
    },
  };
}

/** The files of the queue's page: its chunk and its imports, without those that every page has already loaded. */
function queuePage(bundle: Rolldown.OutputBundle): string[] {
  const chunks = chunksOf(bundle);
  const started = reach(bundle, chunks.filter(({ isEntry }) => isEntry));
  const wanted = reach(bundle, chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(QUEUE_PAGE)));
  return [...wanted].filter((chunk) => !started.has(chunk)).map(({ fileName }) => `/${fileName}`);
}

async function script(scripts: readonly string[]): Promise<string> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [start(scripts)],
    resolve: { alias: { "@": source("") } },
    build: { write: false, target: "es2022", modulePreload: false, rolldownOptions: { input: START, output: { format: "iife" } } },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/** A virtual entry module that calls `askAhead` when the script is loaded. */
function start(scripts: readonly string[]): Plugin {
  const call = `import { askAhead } from "${source("app/first-requests")}";\naskAhead(${JSON.stringify(scripts)});\n`;
  return { name: "docket:start", resolveId: (id) => (id === START ? id : null), load: (id) => (id === START ? call : null) };
}
