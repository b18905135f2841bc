/** The slug that a name gives (spec, section 3). What else no slug has is left out, as `kit.slugs` of the server does. */
export const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .trim()
    .toLowerCase()
    .replaceAll(" ", "-")
    .replaceAll("&", "and")
    .replaceAll(/[^a-z0-9-]/g, "")
    .replaceAll(/^-+|-+$/g, "");
