/** Usage: node generate.mjs DESCRIPTION FOLDER. Writes a client of the API in TypeScript. */
import { createClient } from "@hey-api/openapi-ts";

const [, , input, path] = process.argv;
await createClient({
  input,
  logs: { level: "warn" },
  output: { path, importFileExtension: ".js" },
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
});
