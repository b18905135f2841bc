import { readdirSync } from "node:fs";

/**
 * The rooms and their direction: lib -> api -> components -> features -> app. A feature may import `session` and
 * `counts`, which every page needs, and the features that `builtOn` lists for it.
 */
export function importDirection() {
  const order = ["lib", "api", "components", "features", "app"];
  const features = readdirSync(new URL("../../src/features", import.meta.url));

  // the schema is generated, has no imports, and contains only types: lib may refer to what the server declares
  const modules = readdirSync(new URL("../../src/api", import.meta.url)).map((file) => file.replace(/(\.d)?\.tsx?$/, ""));
  const names = order.map((room) => (room === "api" ? `api($|/$|/(${modules.filter((name) => name !== "schema").join("|")}))` : room));
  const above = order.map((room, index) => forbid(`src/${room}/**`, names.slice(index + 1)));
  const beside = features.map((feature) => {
    const allowed = [feature, "session", "counts", ...(builtOn()[feature] ?? [])];
    const others = features.filter((other) => !allowed.includes(other));
    return forbid(`src/features/${feature}/**`, ["app", ...others.map((other) => `features/${other}`)], others);
  });
  return [...above, ...beside];
}

/**
 * The features that make up the work on an item, each with the features that it imports. A feature imports only
 * features listed above it, so that there are no cycles; see docs/decisions/0033-layers-of-the-console.md.
 */
function builtOn() {
  const layers = {
    lock: [],
    tasks: ["lock"],
    presence: [],
    claim: ["lock", "tasks"],
    form: [],
    drafts: ["tasks"],
    notes: ["tasks"],
    process: ["notes", "tasks"],
    "audit-log": [],
    history: ["audit-log"],
    "process-page": ["history", "process"],
    restrict: ["tasks"],
    conversation: ["lock", "process", "restrict", "tasks"],
    reply: ["conversation"],
    revise: ["claim", "drafts", "lock", "tasks"],
    undo: ["lock", "tasks"],
    transcription: ["tasks"],
    decide: ["claim", "drafts", "form", "lock", "notes", "reply", "revise", "tasks", "transcription", "undo"],
    assign: ["claim", "lock", "tasks", "undo"],
    "set-aside": ["claim", "lock", "tasks", "undo"],
    "statement-preview": ["tasks"],
    subject: ["revise"],
    kinds: ["conversation", "subject", "transcription"],
    story: ["decide", "presence", "process", "restrict", "subject", "tasks"],
    item: ["assign", "claim", "decide", "drafts", "form", "lock", "presence", "process", "revise", "set-aside", "statement-preview", "kinds", "tasks"],
    list: ["assign", "claim", "kinds", "lock", "tasks", "undo"],
    bulk: ["form", "list", "statement-preview"],
    tickets: ["assign", "bulk", "claim", "item", "kinds", "list", "reply", "tasks", "undo"],
    testimonials: ["claim", "item", "kinds", "tasks", "transcription", "undo"],
    queue: ["assign", "claim", "item", "list", "tasks", "testimonials", "tickets"],
    blacklist: ["form"],
    create: [],
    groups: ["audit-log", "create"],
    tags: ["audit-log"],
    classic: [],
    companies: ["audit-log", "classic"],
    factors: [],
    promotion: [],
    accounts: ["audit-log", "create", "factors", "promotion"],
    search: ["companies"],
  };
  const names = Object.keys(layers);
  for (const [feature, imported] of Object.entries(layers))
    for (const other of imported)
      if (!names.slice(0, names.indexOf(feature)).includes(other))
        throw new Error(`import-direction.js: ${feature} is built on ${other}, which is not listed above it.`);
  return layers;
}

/** `rooms`: paths from src (`@/features/item`); `siblings`: paths that `../` reaches. */
function forbid(files, rooms, siblings = []) {
  const patterns = [...rooms.map((room) => `^(@/|(\\.\\./)+)${room}(/|$)`), ...siblings.map((name) => `^\\.\\./${name}(/|$)`)];
  return {
    files: [`${files}/*.{ts,tsx}`],
    excludeFiles: ["**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: patterns.map((regex) => ({ regex, message: "Against the direction lib -> api -> components -> features -> app." })),
        },
      ],
    },
  };
}
