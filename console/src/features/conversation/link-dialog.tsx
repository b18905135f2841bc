import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { ApiError } from "@/api/error";
import { sayUnknown } from "@/components/desk/say-unknown";
import { LineField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithValues } from "@/components/form/use-form-with-draft";

import { useLinkReview } from "./use-link";

interface Props {
  ticketId: number;
  onClose: () => void;
}

const BLANK = { review: "" };
const forget = () => undefined;

/** Links a review by its number, or by the address of its page. */
export function LinkDialog({ ticketId, onClose }: Props) {
  const { t } = useTranslation();
  const { run, refusal } = useLinkReview(ticketId);
  const schema = useMemo(
    () => z.object({ review: z.string().refine((text) => numberIn(text) !== null, t("conversation.link.missing")) }),
    [t],
  );
  const form = useFormWithValues({ values: BLANK, type: forget, discard: forget, schema });
  const submit = async ({ review }: typeof BLANK) => {
    const sent = await run(numberIn(review) ?? 0);
    if (sent.state === "done") onClose();
  };
  const isMissing = refusal instanceof ApiError && refusal.status === 404;
  return (
    <FormDialog
      words={{ title: t("conversation.link.title"), description: t("conversation.link.text"), action: t("conversation.link.action") }}
      of={form}
      refused={refusal === null ? null : isMissing ? t("conversation.link.notFound") : sayUnknown(refusal, t)}
      onSubmit={submit}
      onClose={onClose}
    >
      <LineField name="review" label={t("conversation.link.review")} maxLength={200} autoFocus />
    </FormDialog>
  );
}

/** The number at the end of what was entered: `481`, `…/review/481`. */
function numberIn(text: string): number | null {
  const found = /(?:^|\/review\/)([1-9]\d{0,15})\/?$/.exec(text.trim());
  return found ? Number(found[1]) : null;
}
