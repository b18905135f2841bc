import { BadgeCheck, BookOpenText, Check, Copy, VenetianMask } from "lucide-react";
import { memo, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";

import type { Subject } from "@/api/types";
import { announce } from "@/components/desk/announcer";
import { marksIn } from "@/components/desk/flags";
import { MarkedLine } from "@/components/desk/marked-text";
import { Stars } from "@/components/desk/stars";
import { useSourceName } from "@/components/desk/use-source-name";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { Tooltip } from "@/components/ui/tooltip";
import { copy } from "@/lib/copy";
import { formatDateTime } from "@/lib/dates";
import { notifyFailure } from "@/lib/notifications";
import { paths } from "@/lib/paths";
import { useMoment } from "@/lib/use-moment";

import { isBlind } from "./blind";
import { EditButton, type EditOffer, WhyNotEdited } from "./edit-button";

const SHOWN_MS = 2_000;

interface Props {
  subject: Subject;
  edit?: EditOffer | undefined;
}

/** Rating, kind, title, author and company. */
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

/** `Rowan Thackery, Owner, Thackery Joinery`, with the parts that the author gave. */
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

/** Copies the current address of this item. */
function CopyLink() {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  // browsers offer pages a clipboard only over https
  if (!window.isSecureContext) return null;

  const copyLink = async () => {
    if (!(await copy(location.href))) {
      notifyFailure(t("common.notCopied"));
      return;
    }
    announce(t("work.item.copied"));
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <IconButton
      icon={copied ? Check : Copy}
      size="s"
      label={t(copied ? "work.item.copied" : "work.item.copy")}
      onClick={() => void copyLink()}
    />
  );
}

/** The rating of a review, its source, whether it is verified, and whether its author is anonymous. */
function ItemKind({ subject: { rating, source, verified, anonymous } }: { subject: Subject }) {
  const { t } = useTranslation();
  const sourceName = useSourceName(source);
  return (
    <div className="row wrap">
      {rating === null ? (
        <span className="meta">{t("work.stars.none")}</span>
      ) : (
        <>
          <Stars rating={rating} large />
          <span className="meta">
            <bdi>{t("work.stars.of", { rating })}</bdi>
          </span>
        </>
      )}
      <span className="badge">{sourceName}</span>
      {verified && (
        <span className="badge badge-line">
          <Icon of={BadgeCheck} />
          {t("work.item.verified")}
        </span>
      )}
      {anonymous && (
        <span className="badge badge-line" title={t("work.item.anonymousHint")}>
          <Icon of={VenetianMask} />
          {t("work.item.anonymous")}
        </span>
      )}
    </div>
  );
}

/** The link to the whole record of a review; hidden on that page, and while the decision is hidden. */
function StoryLink({ subject }: { subject: Subject }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const to = paths.review(subject.id);
  if (pathname === to || isBlind(subject)) return null;
  return (
    <Tooltip label={t("story.link")}>
      <Link className={buttonClass("quiet", "s")} to={to}>
        <Icon of={BookOpenText} />
        {t("story.link")}
      </Link>
    </Tooltip>
  );
}
