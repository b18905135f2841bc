import { memo } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import type { Subject } from "@/api/types";
import { marksIn } from "@/components/desk/flags";
import { MarkedLine } from "@/components/desk/marked-text";
import { formatDateTime } from "@/lib/dates";
import { paths } from "@/lib/paths";
import { useMoment } from "@/lib/use-moment";

import { CopyLink } from "./copy-link";
import { EditButton, type EditOffer, WhyNotEdited } from "./edit-button";
import { ItemKind } from "./item-kind";
import { StoryLink } from "./story-link";

interface Props {
  subject: Subject;
  edit?: EditOffer | undefined;
}

/** Rating, kind, title, who wrote it and about whom. */
export const ItemHead = memo(function ItemHead({ subject, edit }: Props) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const { company, title } = subject;
  return (
    <header className="item-head">
      <div className="row item-kind">
        <ItemKind subject={subject} />
        <span className="end" />
        {edit && <EditButton offer={edit} />}
        <StoryLink subject={subject} />
        <CopyLink />
      </div>
      {edit && <WhyNotEdited offer={edit} />}
      {title.trim() ? (
        <h2 dir="auto" tabIndex={-1}>
          <MarkedLine text={title} marks={marksIn("title", subject.flagged_words)} />
        </h2>
      ) : (
        <h2 className="dim" tabIndex={-1}>{t("work.item.untitled")}</h2>
      )}
      <Author subject={subject} />
      <p className="soft item-about">
        {company && (
          <>
            <Trans
              i18nKey="work.item.about"
              values={{ company: company.name }}
              components={{ to: <Link to={paths.company(company.id)} dir="auto" /> }}
            />
            <span className="dot" />
          </>
        )}
        <time className="nowrap" dateTime={subject.received_at} title={formatDateTime(subject.received_at)}>
          {t("work.item.received", { moment: momentOf(subject.received_at) })}
        </time>
      </p>
    </header>
  );
});

/** `Rowan Thackery, Owner, Thackery Joinery`, with what was given of it. */
function Author({ subject }: { subject: Subject }) {
  const { t } = useTranslation();
  const more = [subject.jobTitle, subject.businessName].filter(Boolean);
  return (
    <p className="soft item-author">
      {subject.authorName ? <bdi className="strong">{subject.authorName}</bdi> : t("work.item.nameless")}
      {more.map((part, index) => (
        <span key={index}>
          , <bdi>{part}</bdi>
        </span>
      ))}
    </p>
  );
}
