import { resolve } from "node:path";

import type { HistoryChoices } from "@/api/types";

import { expect, test } from "./support/test";

interface Viewer {
  importXML: (xml: string) => Promise<{ warnings: unknown[] }>;
  get: (name: "elementRegistry") => { getAll: () => unknown[] };
}
declare const BpmnJS: new (options: { container: string }) => Viewer;

const VIEWER = resolve("node_modules/bpmn-js/dist/bpmn-navigated-viewer.production.min.js");

test("the exported BPMN of every process opens in bpmn-js without a warning", async ({ visit, browser }) => {
  const { page: frame, api } = await visit({ as: "ADMIN" });
  const { kinds } = await api.ask<HistoryChoices>("GET", "/history/choices");
  expect(kinds.length).toBeGreaterThan(2);
  // a page of its own: the tool is no part of the product, whose pages run no scripts of others
  const page = await browser.newPage();
  await page.setContent('<div id="canvas" style="width: 1400px; height: 900px"></div>');
  await page.addScriptTag({ path: VIEWER });
  for (const { name } of kinds) {
    const answer = await frame.request.get(`/api/processes/${name}/bpmn`, { headers: { Authorization: `Bearer ${api.token}` } });
    expect(answer.status()).toBe(200);
    const open = async (xml: string) =>
      page.evaluate(async (text) => {
        document.querySelector("#canvas")?.replaceChildren();
        const viewer = new BpmnJS({ container: "#canvas" });
        const { warnings } = await viewer.importXML(text);
        return { warnings: warnings.map(String), elements: viewer.get("elementRegistry").getAll().length };
      }, xml);
    const xml = await answer.text();
    const { warnings, elements } = await open(xml);
    expect(warnings, name).toEqual([]);
    expect(elements, name).toBeGreaterThan((xml.match(/<bpmn:sequenceFlow /g) ?? []).length);
    // the same, of a step that is gone: bpmn-js would say so
    expect((await open(xml.replace(/sourceRef="[^"]+"/, 'sourceRef="gone"'))).warnings).not.toEqual([]);
  }
  await page.close();
});
