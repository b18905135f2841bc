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
  ...importDirection(),
);

/**
 * The rooms and their direction: lib -> api -> components -> features -> app.
 * A feature imports no other feature, except the two that every page stands on: `session` and `counts`.
 */
function importDirection() {
  const order = ["lib", "api", "components", "features", "app"];
  const shared = ["session", "counts"];
  const features = readdirSync(new URL("./src/features", import.meta.url));

  const above = order.map((room, index) => forbid(`src/${room}/**`, order.slice(index + 1)));
  const beside = features.map((feature) => {
    const others = features.filter((other) => other !== feature && !shared.includes(other));
    return forbid(`src/features/${feature}/**`, ["app", ...others.map((other) => `features/${other}`)], others);
  });
  return [...above, ...beside];
}

/** `rooms` as addressed from src (`@/features/work`), `siblings` as reached by `../`. */
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
