import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { useCommand } from "@/api/use-command";
import { SelectField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { paths } from "@/lib/paths";
import { useNavigateIfShown } from "@/lib/use-is-shown";

import { type NewTag, postTag } from "./calls";
import { RuleField } from "./rule-field";
import { TagFields } from "./tag-fields";
import { useNewTagForm } from "./tag-form";

/** Creates an organisation tag. A failure is shown on top, and the dialog keeps the typed values. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigateIfShown();
  const { run, refusal } = useCommand({
    name: "create tag",
    send: (tag: NewTag, key) => postTag(tag, key),
    refreshes: ["/api/tags"],
    says: () => t("tags.newTag.done"),
  });
  const form = useNewTagForm(refusal);
  const submit = async (tag: NewTag) => {
    const sent = await run(tag);
    if (sent.state !== "done") return;
    onClose();
    await navigate(paths.tag(sent.result.id));
  };
  const words = { title: t("tags.newTag.title"), action: t("tags.newTag.action") };
  return (
    <FormDialog
      words={words}
      of={form}
      refused={refusal === null ? null : t("tags.newTag.failed")}
      onSubmit={submit}
      onClose={onClose}
    >
      <TagFields />
      <TypeFields />
    </FormDialog>
  );
}

function TypeFields() {
  const { t } = useTranslation();
  const { watch } = useFormContext<{ type: "user" | "smart" }>();
  const type = watch("type");
  return (
    <>
      <SelectField name="type" label={t("tags.type")} hint={t(`tags.typeHints.${type}`)}>
        {(["user", "smart"] as const).map((name) => (
          <option key={name} value={name}>
            {t(`tags.types.${name}`)}
          </option>
        ))}
      </SelectField>
      {type === "smart" && <RuleField />}
    </>
  );
}
