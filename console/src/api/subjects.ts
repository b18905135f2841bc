/** The first of these fields that holds words; undefined where there is none. Kinds of subject differ in their fields. */
function firstOf(subject: object, names: readonly string[]): string | undefined {
  const fields = subject as Readonly<Record<string, unknown>>;
  return names.map((name) => fields[name]).find((value): value is string => typeof value === "string" && value.trim() !== "");
}

/** What an item is called in lists and sentences: its title, or how it begins. */
export const titleOf = (subject: object): string | undefined => firstOf(subject, ["title", "excerpt", "text"]);

/** The text of a subject. */
export const textOf = (subject: object): string | undefined => firstOf(subject, ["text"]);

/** Where it came from, as the API names it. */
export const sourceOf = (subject: object): string | undefined => firstOf(subject, ["source"]);

/** The name of the company that it is about. */
export function companyOf(subject: object): string | undefined {
  const { company } = subject as { company?: { name?: string } | null };
  return company?.name;
}
