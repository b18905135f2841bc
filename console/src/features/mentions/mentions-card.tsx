import { useTranslation } from "react-i18next";

import { useFailure } from "@/api/use-failure";
import { CardFailed } from "@/components/ui/card-failed";
import { formatNumber } from "@/lib/dates";

import { MentionLine } from "./mention-line";
import { useMentions, useSeeMention } from "./use-mentions";

/** Colleagues' notes that name the person; not there when there are none. */
export function MentionsCard() {
  const { t } = useTranslation();
  const query = useMentions();
  const { error, retry, retrying } = useFailure(query);
  const mentions = query.data ?? [];
  const see = useSeeMention();
  if (error !== null && !query.data)
    return <CardFailed id="mentions-title" title={t("mentions.title")} onRetry={retry} retrying={retrying} />;
  if (mentions.length === 0) return null;
  return (
    <section className="card" aria-labelledby="mentions-title">
      <div className="card-head">
        <h2 id="mentions-title">{t("mentions.title")}</h2>
        <span className="end" />
        <span className="meta">{formatNumber(mentions.length)}</span>
      </div>
      <ul className="lined">
        {mentions.map((mention) => (
          <MentionLine key={mention.id} mention={mention} onSee={see} />
        ))}
      </ul>
    </section>
  );
}
