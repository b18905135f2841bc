import { createContext, use } from "react";

/** Bars fold below this width, in pixels at the browser's usual font size, unless they say another. */
export const USUAL_ROOM = 900;
/** Below this width the field has a line of its own, as on a phone. */
export const LEAST_ROOM = 600;

/** The width of the bar above a table: what does not fit beside each other folds. */
export const BarRoom = createContext(Infinity);

/** Within what a bar has folded: what would open there stands open. */
export const Folded = createContext(false);

export const useFolded = (): boolean => use(Folded);
