/** Usage: node call.mjs CLIENT PLAN ADDRESS. Makes each call of the plan, and prints what came of them as JSON. */
import { readFileSync } from "node:fs";

const [, , folder, plan, baseUrl] = process.argv;
const { client } = await import(`${folder}/client.gen.js`);
const operations = await import(`${folder}/sdk.gen.js`);
client.setConfig({ baseUrl });

/** `{"$file": "text"}` stands for a file. */
const withFiles = (body) => {
  if (body?.$file) return new Blob([body.$file]);
  if (body === null || typeof body !== "object" || Array.isArray(body)) return body ?? undefined;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value?.$file ? withFiles(value) : value]));
};

const called = [];
for (const { id, token, path, query, body } of JSON.parse(readFileSync(plan, "utf8"))) {
  const answer = await operations[id]({ path, query, body: withFiles(body), ...(token && { auth: token }) });
  const parsed = answer.data ?? answer.error;
  called.push({ id, status: answer.response?.status ?? 0, parsed: parsed?.constructor?.name ?? null, code: parsed?.code ?? null });
}
const generated = Object.keys(operations).filter((name) => typeof operations[name] === "function");
console.log(JSON.stringify({ generated, called }));
