import jsxA11y from "eslint-plugin-jsx-a11y";
import tseslint from "typescript-eslint";

/** What oxlint (`oxlint.config.js`) lacks, or finds less of: decision 90. Only what stands here costs ESLint's time. */
export default [
  { ignores: ["dist/", "tools/openapi/", "src/api/schema.d.ts"] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" }, rules: { "no-irregular-whitespace": "error" } },
  { files: ["**/*.{ts,tsx}"], languageOptions: { parser: tseslint.parser } },
  {
    // without instances, none is assigned to a type of another class: a rule with types would look for that (decision 90)
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/testing/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "ClassDeclaration:not([superClass.name='Error']), ClassExpression", message: "Of classes, only errors: write functions." },
      ],
    },
  },
  {
    ...jsxA11y.flatConfigs.strict,
    files: ["**/*.{ts,tsx}"],
    rules: {
      ...jsxA11y.flatConfigs.strict.rules,
      // sign-in and the search bar begin in their field, and so does what somebody opened by hand
      "jsx-a11y/no-autofocus": "off",
      // a scroller without controls takes the focus, so that the keyboard can scroll it: it has a role and a name then
      "jsx-a11y/no-noninteractive-tabindex": ["error", { roles: ["tabpanel", "region"], tags: [] }],
      "jsx-a11y/label-has-associated-control": ["error", { assert: "either", depth: 3 }],
    },
  },
  {
    // what is said there is what is written down beside it: there is nothing yet that captions could show
    files: ["src/features/transcription/player.tsx"],
    rules: { "jsx-a11y/media-has-caption": "off" },
  },
];
