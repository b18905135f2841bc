/** Lower-cased, trimmed, spaces become hyphens, an ampersand becomes 'and' (spec, section 3). */
export const slugOf = (name: string): string => name.trim().toLowerCase().replaceAll(" ", "-").replaceAll("&", "and");
