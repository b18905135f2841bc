import { ArrowLeft, SearchX } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router-dom";

import { Button, buttonClass } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { orderedQueues, pathOf, useDesk } from "@/lib/desk";
import { paths } from "@/lib/paths";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import styles from "./story.module.css";

/** No review has this number: links back, to the queue and to all reviews, and a field for another number. */
export function MissingReview() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const titles = useTitles();
  const queue = orderedQueues(useDesk()).find(({ view, permission }) => !view && can(permission));
  return (
    <Empty
      icon={SearchX}
      title={t("story.missing")}
      actions={
        <>
          <Button icon={ArrowLeft} onClick={() => void navigate(-1)}>
            {t("story.back")}
          </Button>
          {queue && (
            <Link className={buttonClass()} to={pathOf(queue)}>
              {titles.queue(queue.name)}
            </Link>
          )}
          <Link className={buttonClass()} to={paths.classic}>
            {t("story.allReviews")}
          </Link>
          <OtherNumber />
        </>
      }
    >
      {t("story.missingText")}
    </Empty>
  );
}

// no form shell: it submits nothing
function OtherNumber() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [number, setNumber] = useState("");
  const open = (event: SyntheticEvent) => {
    event.preventDefault();
    if (number) void navigate(paths.review(Number(number)));
  };
  return (
    <form role="search" className={`row ${styles.number}`} onSubmit={open}>
      <input
        className="input"
        inputMode="numeric"
        maxLength={15}
        aria-label={t("story.number")}
        placeholder={t("story.number")}
        value={number}
        onChange={({ target }) => setNumber(target.value.replace(/\D/g, ""))}
      />
      <Button type="submit" disabled={!number}>
        {t("story.openNumber")}
      </Button>
    </form>
  );
}
