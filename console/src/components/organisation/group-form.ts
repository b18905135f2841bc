import type { TFunction } from "i18next";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { ApiError } from "@/api/error";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import type { FormValues } from "@/lib/drafts";

/** The slug that a name gives (spec, section 3). What else no slug has is left out, as `kit.slugs` of the server does. */
const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .trim()
    .toLowerCase()
    .replaceAll(" ", "-")
    .replaceAll("&", "and")
    .replaceAll(/[^a-z0-9-]/g, "")
    .replaceAll(/^-+|-+$/g, "");

/** A group as its form has it: all of it text, as the specification sends it. */
export interface GroupValues extends FormValues {
  name: string;
  slug: string;
  internal: string;
  country: string;
}

/** The same for a group that exists: its slug goes with its RPP page. */
export interface EditedGroup extends GroupValues {
  rpp_page: boolean;
}

const NEW_GROUP: GroupValues = { name: "", slug: "", internal: "false", country: "1" };

const forget = () => undefined;

/**
 * The form of a new group. Nothing of it is stored: it begins anew whenever it is opened (spec, section 4). The slug
 * follows the name until it is typed by hand.
 */
export function useNewGroup(refusal: unknown) {
  const { t } = useTranslation();
  const schema = useMemo(() => z.object(fieldsIn(t)), [t]);
  const named = useMemo(() => withSlugTaken(refusal, t), [refusal, t]);
  const form = useFormWithValues({ values: NEW_GROUP, type: forget, discard: forget, schema, refusal: named });
  const { methods } = form;
  useEffect(() => {
    let before = "";
    return methods.subscribe({
      name: "name",
      formState: { values: true },
      callback: ({ values: { name, slug } }) => {
        const next = slugOf(name);
        if (next === before) return;
        const follows = slug === before;
        before = next;
        if (follows) methods.setValue("slug", next);
      },
    });
  }, [methods]);
  return form;
}

/** The form of a group that exists. Its slug stays when it is renamed: it is a public address. */
export function useEditedGroup(begins: EditedGroup, refusal: unknown) {
  const { t } = useTranslation();
  const schema = useMemo(
    () =>
      z
        .object({ ...fieldsIn(t), rpp_page: z.boolean() })
        .refine(({ slug, rpp_page }) => !rpp_page || slug !== "", { path: ["slug"], message: t("organisation.group.slugMissing") })
        .transform((group) => (group.rpp_page ? group : { ...group, slug: "" })),
    [t],
  );
  const named = useMemo(() => withSlugTaken(refusal, t), [refusal, t]);
  return useFormWithValues({ values: begins, type: forget, discard: forget, schema, refusal: named });
}

const fieldsIn = (t: TFunction) => ({
  name: z.string().trim().min(1, t("organisation.group.nameMissing")),
  slug: z.string().trim(),
  internal: z.string(),
  country: z.string(),
});

/** The server's refusal of a slug stands at its field. */
function withSlugTaken(refusal: unknown, t: TFunction): unknown {
  const taken = refusal instanceof ApiError && refusal.code === "slug_taken";
  return taken ? { fields: { slug: [t("organisation.group.slugTaken")] } } : refusal;
}
