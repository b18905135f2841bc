import { useEffect, useMemo } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { isUnanswered } from "@/api/error";
import { useCommand } from "@/api/use-command";
import { LineField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import { notifyFailure } from "@/lib/notifications";
import { useIsShown, useNavigateIfShown } from "@/lib/use-is-shown";

import { type NewCompany, postCompany } from "./calls";
import { CategoryPicker } from "./category-picker";

const BLANK = { name: "", category: "0" }; // 0: none is chosen
const MIN_NAME_LENGTH = 2; // spec, section 9
const forget = () => undefined;

interface Props {
  /**
   * Called instead of `onClose` if the server refused: the caller shows the popup instead of the dialog (spec, section
   * 4).
   */
  onFailed: () => void;
  onClose: () => void;
}

/** Creates a company listing. */
export function CompanyDialog({ onFailed, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigateIfShown();
  const isShown = useIsShown();
  const { run, refusal } = useCommand({
    name: "create company",
    send: (company: NewCompany, key) => postCompany(company, key),
    refreshes: ["/api/companies"],
    says: () => t("organisation.newCompany.done"),
  });
  const schema = useMemo(
    () =>
      z.object({
        name: z.string().trim().min(MIN_NAME_LENGTH, t("organisation.newCompany.nameMissing")),
        category: z.string().refine((id) => Number(id) > 0, t("organisation.newCompany.categoryMissing")),
      }),
    [t],
  );
  const form = useFormWithValues({ values: BLANK, type: forget, discard: forget, schema, alert: true });
  const submit = async ({ name, category }: typeof BLANK) => {
    const sent = await run({ name, category: Number(category) });
    if (sent.state === "busy") return;
    if (sent.state === "done") {
      onClose();
      if (sent.result.path) await navigate(sent.result.path);
    } else if (isShown()) {
      if (!isUnanswered(sent.error)) onFailed();
    } else notifyFailure(t("organisation.newCompany.failed"));
  };
  const words = { title: t("organisation.newCompany.title"), action: t("organisation.newCompany.action") };
  return (
    <FormDialog words={words} of={form} refused={isUnanswered(refusal) ? t("organisation.newCompany.failed") : null} onSubmit={submit} onClose={onClose}>
      <LineField name="name" label={t("organisation.newCompany.name")} maxLength={300} autoFocus />
      <CategoryField />
    </FormDialog>
  );
}

function CategoryField() {
  const { control, setFocus } = useFormContext<typeof BLANK>();
  useEffect(() => setFocus("name"), [setFocus]); // the open list takes the focus when it appears, so take it back
  const { field, fieldState } = useController({ control, name: "category" });
  return <CategoryPicker chosen={Number(field.value)} onChoose={(id) => field.onChange(String(id))} error={fieldState.error?.message} />;
}
