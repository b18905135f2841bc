import type { Draft } from "@/lib/drafts";

/** What somebody wrote in the fields of a draft, each under its field's name. */
export function textsOf(draft: Draft): { title: string; value: string }[] {
  return Object.values(draft.forms).flatMap(({ values, titles }) =>
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "string" && value.trim() ? [{ title: titles[name] ?? name, value }] : [],
    ),
  );
}
