import { createContext, use } from "react";

/** Bars fold below this width, unless they say another; in pixels at the browser's default font size. */
export const USUAL_ROOM = 900;
/** Below this width the search field has a line of its own, as on a phone. */
export const LEAST_ROOM = 600;

/** The width of the bar above a table; controls that do not fit in one line fold. */
export const BarRoom = createContext(Infinity);

/** True inside a folded part of a bar, where nested folds are shown open. */
export const Folded = createContext(false);

export const useFolded = (): boolean => use(Folded);
