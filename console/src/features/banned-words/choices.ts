import { Ban, Flag, Hand } from "lucide-react";

export const MODES = ["word", "prefix", "phrase", "pattern"] as const;
export const ACTIONS = ["flag", "hold", "reject"] as const;
export const ACTION_ICONS = { flag: Flag, hold: Hand, reject: Ban } as const;
export const SEVERITIES = ["1", "2", "3"] as const;

/** Whether the choice of plurals and possessives means anything: the beginning of a word has any ending, a pattern none. */
export const hasEndings = (mode: string): boolean => mode === "word" || mode === "phrase";
