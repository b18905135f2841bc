import type { TFunction } from "i18next";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { ApiError } from "@/api/error";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import type { FormValues } from "@/lib/drafts";

/**
 * The slug made from a name (spec, section 3). Characters that a slug cannot have are dropped, as in the server's
 * `kit.slugs`.
 */
const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .trim()
    .toLowerCase()
    .replaceAll(" ", "-")
    .replaceAll("&", "and")
    .replaceAll(/[^a-z0-9-]/g, "")
    .replaceAll(/^-+|-+$/g, "");

/** The values of a group's form: all text, as the specification sends them. */
export interface GroupValues extends FormValues {
  name: string;
  slug: string;
  internal: string;
  country: string;
}

/** Like `GroupValues`, for an existing group: it has a slug only with an RPP page. */
export interface EditedGroup extends GroupValues {
  rpp_page: boolean;
}

const NEW_GROUP: GroupValues = { name: "", slug: "", internal: "false", country: "1" };

const forget = () => undefined;

/**
 * The form of a new group. Nothing is stored: it is blank whenever it is opened (spec, section 4). The slug follows the
 * name until a person edits it.
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

/** The form of an existing group. Renaming does not change its slug, which is a public address. */
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

/** Puts the server's refusal of a slug at its field. */
function withSlugTaken(refusal: unknown, t: TFunction): unknown {
  const taken = refusal instanceof ApiError && refusal.code === "slug_taken";
  return taken ? { fields: { slug: [t("organisation.group.slugTaken")] } } : refusal;
}
