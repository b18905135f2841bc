import { Ban, Flag, Hand } from "lucide-react";

export const MODES = ["word", "prefix", "phrase", "pattern"] as const;
export const ACTIONS = ["flag", "hold", "reject"] as const;
export const ACTION_ICONS = { flag: Flag, hold: Hand, reject: Ban } as const;
export const SEVERITIES = ["1", "2", "3"] as const;

/** Whether the choice of plural and possessive endings applies: a prefix matches any ending, a pattern only itself. */
export const hasEndings = (mode: string): boolean => mode === "word" || mode === "phrase";
