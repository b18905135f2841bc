export const MODES = ["word", "prefix", "phrase", "pattern"] as const;
export const ACTIONS = ["flag", "hold", "reject"] as const;
export const SEVERITIES = ["1", "2", "3"] as const;
