import "./words";

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router-dom";

import { read } from "@/api/queries";
import type { Tag } from "@/api/types";
import { RecordPage } from "@/components/layout/record-page";
import { AuditLog } from "@/features/audit-log/audit-log";
import { paths } from "@/lib/paths";

import { Companies } from "./companies";
import { DeleteTag } from "./delete-tag";
import { TagFacts } from "./tag-facts";
import { TagRuleCard } from "./tag-rule";

// an evaluation in the background ends soon: its figures appear by themselves
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
