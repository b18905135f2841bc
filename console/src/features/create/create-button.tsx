import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Icon } from "@/components/ui/icon";
import { onDemand, type TriggerProps } from "@/components/ui/on-demand";

/** The floating add button, for people with the permission `top_level_add`. */
export const CreateButton = onDemand(CreateTrigger, async () => (await import("./create-menu")).CreateMenu);

function CreateTrigger(props: TriggerProps) {
  const { t } = useTranslation();
  return (
    <button {...props} className="add" type="button" aria-label={t("frame.create.open")}>
      <Icon of={Plus} />
    </button>
  );
}
