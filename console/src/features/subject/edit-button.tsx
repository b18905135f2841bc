import { Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";

/** Editing the text of an item. */
export interface EditOffer {
  /** Opens the editor, or shows why it does not open. */
  start: () => void;
  /** Why the text cannot be edited now, as a sentence that names the holder of the item. Null if it can be edited. */
  blocked: string | null;
  /** The editor was asked for in vain: the sentence is shown. */
  explained: boolean;
}

const REASON = "edit-blocked";

/** Opens the editor. While another person has the item it stays in the order of Tab, and has the reason. */
export function EditButton({ offer: { start, blocked } }: { offer: EditOffer }) {
  const { t } = useTranslation();
  const button = (
    <Button
      size="s"
      tone="quiet"
      icon={Pencil}
      hotkey="w"
      aria-disabled={blocked === null ? undefined : true}
      aria-describedby={blocked === null ? undefined : REASON}
      onClick={start}
    >
      {t("revise.label")}
    </Button>
  );
  return (
    <Tooltip label={blocked ?? t("revise.label")} keys={blocked === null ? "w" : undefined}>
      {button}
    </Tooltip>
  );
}

/** The reason, read out with the button, and shown after somebody tried. */
export function WhyNotEdited({ offer: { blocked, explained } }: { offer: EditOffer }) {
  if (blocked === null) return null;
  return (
    <>
      <p id={REASON} hidden>
        {blocked}
      </p>
      <p className={explained ? "soft" : "sr"} role="status">
        {explained && blocked}
      </p>
    </>
  );
}
