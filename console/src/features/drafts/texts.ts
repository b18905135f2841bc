import type { Draft } from "@/lib/drafts";

/** The texts of a draft, each with the name of its field. */
export function textsOf(draft: Draft): { title: string; value: string }[] {
  return Object.values(draft.forms).flatMap(({ values, titles }) =>
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "string" && value.trim() ? [{ title: titles[name] ?? name, value }] : [],
    ),
  );
}
