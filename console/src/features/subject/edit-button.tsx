import { Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";

/** The offer to edit the text of an item. */
export interface EditOffer {
  /** Opens the editor, or shows why it cannot be opened. */
  start: () => void;
  /** Why the text cannot be edited now: a sentence that names the holder of the item. Null if it can be edited. */
  blocked: string | null;
  /** The person tried to open the editor, so the sentence is shown. */
  explained: boolean;
}

const REASON = "edit-blocked";

/**
 * Opens the editor. While another person has the item, the button can still be focused, and is described by the reason.
 */
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

/** The reason: read out with the button, and visible after a person has tried. */
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
