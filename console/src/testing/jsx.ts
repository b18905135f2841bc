/** What the compiled tests ask for, of the build of React that has no more than this (see `react.ts`). */
export { Fragment, jsx as jsxDEV } from "react/jsx-runtime";
