/** For all files: rules of the language, of TypeScript's syntax, and of React. */
export const everywhere = {
  ...errors(`
    for-direction no-array-constructor no-async-promise-executor no-case-declarations no-compare-neg-zero
    no-cond-assign no-console no-constant-binary-expression no-constant-condition no-control-regex no-debugger
    no-delete-var no-dupe-else-if no-duplicate-case no-empty no-empty-character-class no-empty-function
    no-empty-pattern no-empty-static-block no-ex-assign no-extra-boolean-cast no-fallthrough no-global-assign
    no-invalid-regexp no-loss-of-precision no-misleading-character-class
    no-nonoctal-decimal-escape no-prototype-builtins no-regex-spaces no-self-assign no-shadow-restricted-names
    no-sparse-arrays no-unassigned-vars no-unexpected-multiline no-unsafe-finally no-unsafe-optional-chaining
    no-unused-expressions no-unused-labels no-unused-private-class-members no-useless-assignment
    no-useless-backreference no-useless-catch no-useless-constructor no-useless-escape preserve-caught-error
    require-yield use-isnan valid-typeof`),
  // the default ignores names that begin with an underscore
  "no-unused-vars": ["error", { varsIgnorePattern: "^$", argsIgnorePattern: "^$", caughtErrors: "all" }],
  ...errors(
    `
    adjacent-overload-signatures array-type ban-ts-comment ban-tslint-comment class-literal-property-style
    consistent-generic-constructors consistent-indexed-object-style consistent-type-assertions
    consistent-type-definitions consistent-type-imports no-confusing-non-null-assertion no-duplicate-enum-values
    no-dynamic-delete no-empty-object-type no-explicit-any no-extra-non-null-assertion no-extraneous-class
    no-inferrable-types no-invalid-void-type no-misused-new no-namespace no-non-null-asserted-nullish-coalescing
    no-non-null-asserted-optional-chain no-non-null-assertion no-require-imports no-this-alias
    no-unnecessary-type-constraint no-unsafe-declaration-merging no-unsafe-function-type no-wrapper-object-types
    prefer-as-const prefer-for-of prefer-function-type prefer-literal-enum-member prefer-namespace-keyword
    triple-slash-reference unified-signatures`,
    "typescript/",
  ),
  "typescript/ban-ts-comment": ["error", { minimumDescriptionLength: 10 }],
  ...errors(
    `
    error-boundaries exhaustive-deps globals immutability preserve-manual-memoization purity refs rules-of-hooks
    set-state-in-effect set-state-in-render static-components unsupported-syntax use-memo void-use-memo`,
    "react/",
  ),
};

/** For TypeScript files, where the types of values are known. */
export const inTypeScript = {
  ...errors("no-var prefer-const prefer-rest-params prefer-spread"),
  ...errors(
    `
    await-thenable no-array-delete no-base-to-string no-deprecated no-duplicate-type-constituents
    no-floating-promises no-for-in-array no-generated-empty-object-type no-implied-eval no-meaningless-void-operator
    no-misused-promises no-misused-spread no-mixed-enums no-redundant-type-constituents
    no-unnecessary-boolean-literal-compare no-unnecessary-condition no-unnecessary-template-expression
    no-unnecessary-type-arguments no-unnecessary-type-assertion no-unnecessary-type-conversion
    no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call
    no-unsafe-enum-assignment no-unsafe-enum-comparison no-unsafe-member-access no-unsafe-return
    no-unsafe-unary-minus no-useless-default-assignment non-nullable-type-assertion-style only-throw-error
    prefer-find prefer-includes prefer-nullish-coalescing prefer-optional-chain prefer-promise-reject-errors
    prefer-reduce-type-parameter prefer-regexp-exec prefer-return-this-type prefer-string-starts-ends-with
    related-getter-setter-pairs require-await unbound-method use-unknown-in-catch-callback-variable`,
    "typescript/",
  ),
  "typescript/dot-notation": [
    "error",
    { allowPrivateClassPropertyAccess: false, allowProtectedClassPropertyAccess: false, allowIndexSignaturePropertyAccess: false },
  ],
  // a short arrow function may return the result of its call
  "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
  "typescript/restrict-plus-operands": [
    "error",
    { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
  ],
  "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
  "typescript/return-await": ["error", "error-handling-correctness-only"],
};

/** For scripts: checks that the type checker does for the other files. */
export const inScripts = errors(`
  constructor-super getter-return no-class-assign no-const-assign no-dupe-class-members no-dupe-keys no-func-assign
  no-import-assign no-new-native-nonconstructor no-obj-calls no-redeclare no-setter-return no-this-before-super
  no-undef no-unreachable no-unsafe-negation no-with`);

function errors(names, prefix = "") {
  return Object.fromEntries(names.trim().split(/\s+/).map((name) => [prefix + name, "error"]));
}
