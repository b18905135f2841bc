import { readdirSync } from "node:fs";

import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "tools/openapi/", "src/api/schema.d.ts"] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  reactHooks.configs.flat["recommended-latest"],
  jsxA11y.flatConfigs.strict,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" },
    rules: {
      // small arrow functions may answer with what they call
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "no-console": "error",
      // a note for React's compiler, which is not part of the build
      "react-hooks/incompatible-library": "off",
      // sign-in and the search bar begin in their field, and so does what somebody opened by hand
      "jsx-a11y/no-autofocus": "off",
      // a scroller without controls takes the focus, so that the keyboard can scroll it: it has a role and a name then
      "jsx-a11y/no-noninteractive-tabindex": ["error", { roles: ["tabpanel", "region"], tags: [] }],
      "jsx-a11y/label-has-associated-control": ["error", { assert: "either", depth: 3 }],
    },
  },
  {
    files: ["**/*.js"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
  },
  {
    // what is said there is what is written down beside it: there is nothing yet that captions could show
    files: ["src/features/testimonial/player.tsx"],
    rules: { "jsx-a11y/media-has-caption": "off" },
  },
  ...importDirection(),
);

/**
 * The rooms and their direction: lib -> api -> components -> features -> app.
 * A feature imports `session` and `counts`, on which every page stands, and the features that `builtOn` names for it.
 */
function importDirection() {
  const order = ["lib", "api", "components", "features", "app"];
  const features = readdirSync(new URL("./src/features", import.meta.url));

  // the schema is generated, imports nothing, and is types alone: lib may name what the server declares
  const names = order.map((room) => (room === "api" ? "api(?!/schema)" : room));
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
    history: [],
    processes: ["history", "process"],
    restrict: ["tasks"],
    conversation: ["process", "restrict", "tasks"],
    reply: ["conversation"],
    revise: ["claim", "drafts", "lock", "tasks"],
    undo: ["lock", "tasks"],
    testimonial: ["tasks"],
    decide: ["claim", "drafts", "form", "lock", "reply", "revise", "tasks", "testimonial", "undo"],
    assign: ["claim", "lock", "tasks"],
    "set-aside": ["claim", "lock", "tasks"],
    statement: ["tasks"],
    subject: ["revise"],
    kinds: ["conversation", "subject", "testimonial"],
    story: ["decide", "presence", "process", "restrict", "subject", "tasks"],
    item: ["assign", "claim", "decide", "drafts", "lock", "presence", "process", "revise", "set-aside", "statement", "kinds", "tasks"],
    list: ["assign", "claim", "kinds", "lock", "tasks", "undo"],
    bulk: ["form", "list", "statement"],
    tickets: ["assign", "bulk", "claim", "item", "list", "tasks"],
    testimonials: ["claim", "item", "kinds", "tasks", "testimonial"],
    queue: ["assign", "claim", "item", "list", "tasks", "testimonials", "tickets"],
    blacklist: ["form"],
    "audit-log": [],
    groups: ["audit-log"],
    tags: ["audit-log"],
    companies: ["audit-log"],
    accounts: ["audit-log"],
    search: ["companies"],
  };
  const names = Object.keys(layers);
  for (const [feature, imported] of Object.entries(layers))
    for (const other of imported)
      if (!names.slice(0, names.indexOf(feature)).includes(other))
        throw new Error(`eslint.config.js: ${feature} is built on ${other}, which is not listed above it.`);
  return layers;
}

/** `rooms` as addressed from src (`@/features/item`), `siblings` as reached by `../`. */
function forbid(files, rooms, siblings = []) {
  const patterns = [...rooms.map((room) => `^(@/|(\\.\\./)+)${room}(/|$)`), ...siblings.map((name) => `^\\.\\./${name}(/|$)`)];
  return {
    files: [`${files}/*.{ts,tsx}`],
    ignores: ["**/*.test.{ts,tsx}"],
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
