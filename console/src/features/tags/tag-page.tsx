import "./words";

import { useQuery } from "@tanstack/react-query";
import { Lock, Zap } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router-dom";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { Tag, TagDetails, TagRule } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Mean } from "@/components/desk/mean";
import { RecordPage } from "@/components/layout/record-page";
import { DeleteCard } from "@/components/organisation/delete-card";
import { Facts } from "@/components/organisation/facts";
import { MemberCard } from "@/components/organisation/members/member-card";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { AuditLog } from "@/features/audit-log/audit-log";
import { formatDateTime, formatNumber } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useMoment } from "@/lib/use-moment";

import { deleteMember, putMember, TAGS } from "./calls";
import { EditDialog } from "./lazy";
import { RuleText } from "./rule-text";
import styles from "./tags.module.css";
import { useDeleteTag } from "./use-delete-tag";

// a background evaluation ends soon: poll, so that its figures appear by themselves
const ASK_AGAIN_MS = 3_000;
const isBeingCounted = (tag: Tag | undefined) => tag?.counted_at === null;

/** One tag: its rule, its companies and its audit log, beside its facts. */
export function TagPage() {
  const { tagID } = useParams();
  return <OneTag key={tagID} id={Number(tagID)} />;
}

function OneTag({ id }: { id: number }) {
  const { t } = useTranslation();
  const tag = useQuery({
    ...read("/api/tag/{tag_id}", { path: { tag_id: id } }),
    refetchInterval: ({ state }) => isBeingCounted(state.data) && ASK_AGAIN_MS,
  });
  const { data } = tag;
  const back = { to: paths.tags, label: t("tags.toList") };
  return (
    <RecordPage
      of={tag}
      kind={t("navigation.tag")}
      head={{
        name: data?.name,
        facts: data ? [t("tags.fact", { id }), t(`tags.categories.${data.category}`), t(`tags.types.${data.type}`)] : [],
      }}
      back={back}
      says={{ missing: t("tags.missing", { id }), missingText: t("tags.missingText"), failed: t("tags.oneFailed") }}
      remains={<AuditLog kind="tag" id={id} />}
    >
      {(shown) => (
        <div className="cols">
          <div className="stack">
            {shown.rule && <TagRuleCard rule={shown.rule} tag={shown} />}
            <Companies tag={shown} />
            <AuditLog kind="tag" id={id} />
          </div>
          <div className="stack">
            <TagFacts tag={shown} />
            {shown.type !== "system" && <DeleteTag tag={shown} />}
          </div>
        </div>
      )}
    </RecordPage>
  );
}

/** The companies of a tag. Those of a user-defined tag can be added and removed here. */
function Companies({ tag: { id, name, type, members, counted_at: counted } }: { tag: Tag }) {
  const { t } = useTranslation();
  const path = { tag_id: id };
  const change = {
    of: "tag" as const,
    put: (company: number) => putMember(id, company),
    remove: (company: number) => deleteMember(id, company),
    refreshes: TAGS,
    texts: {
      addTitle: t("tags.companies.addTitle", { name }),
      notAdded: t("tags.companies.notAdded"),
      removeTitle: (company: string) => t("tags.companies.removeTitle", { name: company }),
      notRemoved: t("tags.companies.notRemoved"),
    },
  };
  return (
    <MemberCard
      of={{
        path: "/api/tag/{tag_id}/members",
        id,
        size: type === "user" || counted !== null ? members : null,
        version: type === "user" ? "" : (counted ?? ""),
        fetch: (query, signal) => answer(api.GET("/api/tag/{tag_id}/members", { params: { path, query }, signal })),
        save: (query) => answer(api.GET("/api/tag/{tag_id}/members/export", { params: { path, query }, parseAs: "blob" })),
        change: type === "user" ? change : null,
        texts: { title: t("tags.companies.title"), empty: t("tags.companies.empty") },
      }}
    />
  );
}

/** Deletes the tag, then opens the list. */
function DeleteTag({ tag }: { tag: Tag }) {
  const navigate = useNavigate();
  const { words, busy, remove } = useDeleteTag(tag);
  return <DeleteCard words={words} busy={busy} onConfirm={() => remove(() => navigate(paths.tags))} />;
}

/** The facts of a tag, with the button that edits them. */
function TagFacts({ tag }: { tag: TagDetails }) {
  const { t } = useTranslation();
  const title = useId();
  const [editing, setEditing] = useState(false);
  const { counted_at: counted } = tag;
  const figure = (text: string) => (counted === null ? <NotCounted /> : text);
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("tags.facts")}</h2>
        <span className="end" />
        {tag.type === "user" && (
          <Button size="s" onClick={() => setEditing(true)}>
            {t("tags.edit")}
          </Button>
        )}
      </div>
      <div className="card-body">
        <Facts
          of={[
            [t("tags.category"), t(`tags.categories.${tag.category}`)],
            [t("tags.description"), tag.description ? <bdi>{tag.description}</bdi> : <span className="dim">{t("tags.none")}</span>],
            [t("tags.members"), tag.type === "user" ? formatNumber(tag.members) : figure(formatNumber(tag.members))],
            [t("tags.reviews"), figure(formatNumber(tag.reviews))],
            [t("tags.rating"), counted === null ? <NotCounted /> : <Mean rating={tag.rating} />],
            tag.type === "user" && [t("tags.counted"), counted === null ? <NotCounted /> : <time dateTime={counted}>{formatDateTime(counted)}</time>],
            [t("tags.created"), <time dateTime={tag.created}>{formatDateTime(tag.created)}</time>],
          ]}
        />
      </div>
      {editing && (
        <Suspense fallback={<HoldKeys />}>
          <EditDialog tag={tag} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  );
}

function NotCounted() {
  return <span className="dim">{useTranslation().t("tags.notCounted")}</span>;
}

/** The rule that selects the companies of a tag; it cannot be edited. */
function TagRuleCard({ rule, tag }: { rule: TagRule; tag: TagDetails }) {
  const { t } = useTranslation();
  const title = useId();
  const momentOf = useMoment();
  const { counted_at: counted } = tag;
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("tags.rule.title")}</h2>
        <span className="badge">
          <Icon of={tag.type === "system" ? Lock : Zap} />
          {t(`tags.types.${tag.type}`)}
        </span>
        <span className="end" />
        <span className="meta">{counted === null ? t("tags.notCounted") : t("tags.rule.countedAt", { moment: momentOf(counted) })}</span>
      </div>
      <div className="card-body stack">
        <RuleText rule={rule} groups={tag.rule_groups} />
        <p className={`soft ${styles.fixed}`}>
          <Icon of={Lock} />
          <span>{`${t("tags.fixed")} ${t("tags.follows")}`}</span>
        </p>
      </div>
    </section>
  );
}
