import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { useFormWithValues } from "@/components/form/use-form-with-draft";

import type { NewTag } from "./calls";
import { CATEGORIES } from "./choices";
import { BLANK_RULE, ruleOf } from "./rule-draft";

const NEW_TAG = { name: "", category: "software", description: "", type: "user", rule: BLANK_RULE };
const forget = () => undefined;

const fieldsIn = (t: TFunction) => ({
  name: z.string().trim().min(1, t("tags.newTag.nameMissing")),
  category: z.enum(CATEGORIES),
  description: z.string().trim(),
});

/** The form of a new tag. Nothing is stored: it is blank whenever it is opened (spec, section 4). */
export function useNewTagForm(refusal: unknown) {
  const { t } = useTranslation();
  const schema = useMemo(
    () =>
      z
        .object({ ...fieldsIn(t), type: z.enum(["user", "smart"]), rule: z.string() })
        .transform((values, context): NewTag => {
          if (values.type === "user") return { ...values, rule: null };
          const rule = ruleOf(values.rule);
          if (rule === null) context.addIssue({ code: "custom", path: ["rule"], message: t("tags.rule.missing") });
          return { ...values, rule };
        }),
    [t],
  );
  return useFormWithValues({ values: NEW_TAG, type: forget, discard: forget, schema, refusal });
}

/** The form of an existing user-defined tag. */
export function useTagForm(begins: { name: string; category: string; description: string }, refusal: unknown) {
  const { t } = useTranslation();
  const schema = useMemo(() => z.object(fieldsIn(t)), [t]);
  return useFormWithValues({ values: begins, type: forget, discard: forget, schema, refusal });
}
