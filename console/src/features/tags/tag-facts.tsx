import type { TFunction } from "i18next";
import { type ReactNode, Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { TagDetails } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Facts } from "@/components/organisation/facts";
import { Button } from "@/components/ui/button";
import { formatDateTime, formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";

import { deleteTag } from "./calls";
import { ConfirmDialog, EditDialog } from "./lazy";
import { RuleText } from "./rule-text";

/** The facts of a tag, with what changes and deletes it. */
export function TagFacts({ tag }: { tag: TagDetails }) {
  const { t } = useTranslation();
  const title = useId();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"edit" | "delete" | null>(null);
  const { run, busy } = useCommand({
    name: `delete tag ${tag.id}`,
    send: () => deleteTag(tag.id),
    refreshes: ["/api/tags"],
    says: () => t("tags.deleted"),
  });
  const remove = async () => {
    const sent = await run();
    if (sent.state === "refused") return t("tags.notDeleted");
    if (sent.state === "done") await navigate(paths.tags);
    return null;
  };
  const close = () => setOpened(null);
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("tags.facts")}</h2>
        <span className="end" />
        {tag.type === "user" && (
          <Button size="s" onClick={() => setOpened("edit")}>
            {t("tags.edit")}
          </Button>
        )}
        {tag.type !== "system" && (
          <Button size="s" tone="quiet" busy={busy} onClick={() => setOpened("delete")}>
            {t("tags.delete")}
          </Button>
        )}
      </div>
      <div className="card-body stack">
        <Facts of={factsOf(tag, t)} />
        <p className="soft">
          {tag.type !== "user" && `${t("tags.fixed")} `}
          {t("tags.countedHint")}
        </p>
      </div>
      {opened && (
        <Suspense fallback={<HoldKeys />}>
          {opened === "edit" && <EditDialog tag={tag} onClose={close} />}
          {opened === "delete" && (
            <ConfirmDialog title={t("tags.deleteTitle", { name: tag.name })} danger onConfirm={remove} onClose={close}>
              {t("tags.deleteText")}
            </ConfirmDialog>
          )}
        </Suspense>
      )}
    </section>
  );
}

function factsOf(tag: TagDetails, t: TFunction): (readonly [string, ReactNode])[] {
  const { counted_at: counted, rating } = tag;
  const figure = (text: string) => (counted === null ? <span className="dim">{t("tags.notCounted")}</span> : text);
  return [
    [t("tags.category"), t(`tags.categories.${tag.category}`)],
    [t("tags.type"), t(`tags.types.${tag.type}`)],
    [t("tags.description"), tag.description ? <bdi>{tag.description}</bdi> : <span className="dim">{t("tags.none")}</span>],
    ...(tag.rule ? ([[t("tags.rule.title"), <RuleText rule={tag.rule} groups={tag.rule_groups} />]] as const) : []),
    [t("tags.members"), tag.type === "user" ? formatNumber(tag.members) : figure(formatNumber(tag.members))],
    [t("tags.reviews"), figure(formatNumber(tag.reviews))],
    [t("tags.rating"), figure(rating === null ? "–" : t("tags.ratingOf", { rating: formatNumber(rating) }))],
    [t("tags.counted"), counted === null ? figure("") : <time dateTime={counted}>{formatDateTime(counted)}</time>],
    [t("tags.created"), <time dateTime={tag.created}>{formatDateTime(tag.created)}</time>],
  ];
}
