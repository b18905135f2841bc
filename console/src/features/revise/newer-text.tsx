import { useTranslation } from "react-i18next";

import { DiffOfWords } from "./diff-of-words";
import { WhoSaved } from "./conflict";
import { wordsOfRevision } from "./fields";
import { useRevisions } from "./use-revisions";

interface Props {
  reviewId: number;
  /** `read`: the revision that the decision was based on; `newest`: the current one. */
  read: number;
  newest: number;
}

/** How the text changed since it was read, beside the decision that was refused for that reason. */
export function NewerText({ reviewId, read, newest }: Props) {
  const { t } = useTranslation();
  const { data } = useRevisions(reviewId, newest);
  const before = data?.find(({ number }) => number === read);
  const after = data?.at(-1);
  if (!before || !after) return null; // the item itself shows the newest text in full
  return (
    <div className="stack-s">
      <WhoSaved revision={after} />
      <p className="soft">{t("revise.newer.decide")}</p>
      <DiffOfWords before={wordsOfRevision(before)} after={wordsOfRevision(after)} />
    </div>
  );
}
