import { Siren } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TaskDetail } from "@/api/types";
import { Button } from "@/components/ui/button";
import { useRoom } from "@/components/table/use-fit";
import { Icon } from "@/components/ui/icon";

interface Props {
  harm: NonNullable<TaskDetail["harm"]>;
  /** One line, which a press opens: a form stands below it, and the text that is judged above. */
  folded: boolean;
  /** What the guidance asks for. */
  children?: ReactNode;
}

const TITLE_PX = 208; // with the dot after it
const LETTER_PX = 6.5;
const MARKS = 2;

/** Above the actions: the words for which somebody may come to harm, and what an admin has written about it. */
export function HarmBand({ harm, folded, children }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [room, measure] = useRoom();
  const [first] = harm.passages;
  const said = first && endOf(first, (room - TITLE_PX) / LETTER_PX);
  if (folded && !opened)
    return (
      <section className="notice is-danger harm-band harm-line" aria-label={t("work.harm.title")}>
        <Icon of={Siren} />
        <p ref={measure}>
          <strong>{t("work.harm.title")}</strong>
          {said && (
            <span className="harm-said">
              <bdi>“{said}”</bdi>
            </span>
          )}
        </p>
        <Button size="s" aria-expanded={false} onClick={() => setOpened(true)}>
          {t("work.harm.show")}
        </Button>
      </section>
    );
  return (
    <section className="notice is-danger harm-band" aria-label={t("work.harm.title")}>
      <Icon of={Siren} />
      <div className="stack-s">
        <strong>{t("work.harm.title")}</strong>
        <p className="harm-guidance" dir="auto">
          {/* where it begins with the title, that is said once */}
          {harm.guidance.replace(t("work.harm.sentence"), "").trim()}
        </p>
        {harm.passages.length > 0 && (
          <ul className="harm-passages" aria-label={t("work.harm.passages")}>
            {harm.passages.map((passage) => (
              <li key={passage} dir="auto">
                “{passage}”
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </section>
  );
}

/** The last whole words of a passage that have so many letters at most; nothing where there are none. */
function endOf(passage: string, letters: number): string {
  if (passage.length + MARKS <= letters) return passage;
  const words = passage.split(/\s+/);
  const end = words.findIndex((_, index) => index > 0 && words.slice(index).join(" ").length + MARKS + 2 <= letters);
  return end === -1 ? "" : `… ${words.slice(end).join(" ")}`;
}

const BAR = "-48px 0px 0px"; // the lock bar lies over what scrolls

/** On a phone: once the notice's title has gone behind the lock bar, one line below it says so, and leads back to the notice. */
export function HarmStrip() {
  const { t } = useTranslation();
  const strip = useRef<HTMLButtonElement>(null);
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const title = strip.current?.nextElementSibling?.querySelector(".harm-band strong");
    if (!title || !("IntersectionObserver" in window)) return undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        const last = seen.at(-1);
        setPast(last !== undefined && !last.isIntersecting && last.boundingClientRect.top < (last.rootBounds?.top ?? 0));
      },
      { root: title.closest(".item-grid"), rootMargin: BAR, threshold: 1 },
    );
    observer.observe(title);
    return () => observer.disconnect();
  }, []);
  return (
    <button
      ref={strip}
      type="button"
      className="harm-strip"
      data-past={isPast || undefined}
      onClick={({ currentTarget }) => currentTarget.nextElementSibling?.scrollIntoView({ block: "start" })}
    >
      <Icon of={Siren} />
      {t("work.harm.title")}
    </button>
  );
}
