/** Exports that compiled tests import, made from React's production build, which lacks `jsxDEV` (see `react.ts`). */
export { Fragment, jsx as jsxDEV } from "react/jsx-runtime";
