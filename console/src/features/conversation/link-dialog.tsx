import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { LinkableReview } from "@/api/types";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Stars } from "@/components/desk/stars";
import { Picker } from "@/components/picker/picker";
import { ActionDialog } from "@/components/ui/action-dialog";
import { formatDay } from "@/lib/dates";
import { useWords } from "@/lib/use-words";

import styles from "./conversation.module.css";
import { useLinkReview } from "./use-link";

interface Props {
  ticketId: number;
  onClose: () => void;
}

/** Links a review that is found by its words, its author or its number; one of another company after the person has said that it is meant. */
export function LinkDialog({ ticketId, onClose }: Props) {
  const { t } = useTranslation();
  const { run, busy, refusal } = useLinkReview(ticketId);
  const [q, setQ] = useState("");
  const words = useWords(q, setQ);
  const [chosen, setChosen] = useState<LinkableReview | null>(null);
  const [isMeant, setMeant] = useState(false);
  const [missing, setMissing] = useState<"review" | "consent" | null>(null);
  const found = useQuery({
    ...read("/api/tickets/{ticket_id}/linkable-reviews", { path: { ticket_id: ticketId }, query: { q } }),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.items;
  const isOther = chosen !== null && !chosen.same_company;
  const choose = (id: number) => {
    setChosen(rows?.find((review) => review.id === id) ?? null);
    setMeant(false);
    setMissing(null);
  };
  const submit = async () => {
    if (!chosen || (isOther && !isMeant)) {
      setMissing(chosen ? "consent" : "review");
      return;
    }
    const sent = await run({ review: chosen.id, isOther });
    if (sent.state === "done") onClose();
  };
  return (
    <ActionDialog
      words={{ title: t("conversation.link.title"), description: t("conversation.link.text"), action: t("conversation.link.action") }}
      busy={busy}
      refused={refusal === null ? null : sayUnknown(refusal, t)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Picker
        texts={{
          label: t("conversation.link.find"),
          placeholder: t("conversation.link.findHint"),
          nothing: t(q === "" ? "conversation.link.noneYet" : "conversation.link.nothing"),
        }}
        search={{ text: words.typed, onType: words.type }}
        options={rows?.map((review) => ({
          id: review.id,
          group: t(review.same_company ? "conversation.link.ours" : "conversation.link.others"),
          content: <Found review={review} />,
        }))}
        chosen={chosen?.id ?? null}
        onChoose={choose}
        error={missing === "review" ? t("conversation.link.missing") : found.isError ? sayUnknown(found.error, t) : undefined}
      />
      {isOther && (
        <label className="check">
          <input
            type="checkbox"
            checked={isMeant}
            aria-invalid={missing === "consent" ? true : undefined}
            onChange={() => {
              setMeant(!isMeant);
              setMissing(null);
            }}
          />
          <bdi>{t("conversation.link.other", { name: chosen.company.name })}</bdi>
        </label>
      )}
      {missing === "consent" && (
        <p className="error" role="alert">
          {t("conversation.link.otherMissing")}
        </p>
      )}
    </ActionDialog>
  );
}

/** Its title, then company, author and number; its stars and its day at the end. */
function Found({ review: { id, title, excerpt, company, author_name: author, rating, received_at: at } }: { review: LinkableReview }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.found}>
        <bdi className="cut">{title || excerpt || t("conversation.beside.untitled")}</bdi>
        <span className="meta cut">
          <bdi>{company.name}</bdi>
          {author && (
            <>
              , <bdi>{author}</bdi>
            </>
          )}
          , {t("conversation.beside.hidden", { id })}
        </span>
      </span>
      <span className="end" />
      <span className={styles.foundAt}>
        {rating !== null && <Stars rating={rating} />}
        <time className="meta" dateTime={at}>
          {formatDay(at)}
        </time>
      </span>
    </>
  );
}
