import { importDirection } from "./tools/lint/import-direction.js";
import { everywhere, inScripts, inTypeScript } from "./tools/lint/rules.js";

/** All rules but those that ESLint checks (`eslint.config.js`), and the typecheck: decision 90. */
export default {
  plugins: ["typescript", "react"],
  categories: { correctness: "off" }, // the rules are named one by one
  options: {
    typeAware: true,
    typeCheck: true,
    // no remark switches a rule off (tests/repository/test_house.py finds oxlint's own)
    respectEslintDisableDirectives: false,
    reportUnusedDisableDirectives: "error",
  },
  ignorePatterns: ["dist/", "tools/openapi/", "src/api/schema.d.ts"],
  rules: everywhere,
  overrides: [
    { files: ["**/*.{ts,tsx}"], rules: inTypeScript },
    { files: ["**/*.js"], env: { browser: true, node: true }, rules: inScripts },
    ...importDirection(),
  ],
};
