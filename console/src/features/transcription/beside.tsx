import "./words";

import { Eye } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { answer, api } from "@/api/client";
import type { TestimonialDetail } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { useFileSize } from "@/components/desk/use-file-size";
import { Facts } from "@/components/organisation/facts";
import { IconButton } from "@/components/ui/icon-button";
import { paths } from "@/lib/paths";
import { useMoment } from "@/lib/use-moment";

import { RecordConsent, sayConsent } from "./record-consent";
import { sayOrigin } from "./say-origin";
import { sayTime } from "./say-time";
import styles from "./testimonial.module.css";
import { useTestimonial } from "./use-testimonial";

/** Beside a testimonial: the consent of its author, who that is, where it came from, and earlier versions. */
export function BesideTestimonial({ testimonial }: { testimonial: TestimonialDetail }) {
  return (
    <>
      <ConsentOf testimonial={testimonial} />
      <Author testimonial={testimonial} />
      <Origin testimonial={testimonial} />
      <Versions id={testimonial.id} revision={testimonial.revision} />
    </>
  );
}

function ConsentOf({ testimonial }: { testimonial: TestimonialDetail }) {
  const { t } = useTranslation();
  const { consent } = testimonial;
  return (
    <Section title={t("testimonials.consent.title")}>
      <p className={consent === "given" ? "strong" : undefined}>
        {sayConsent(testimonial, t)}
      </p>
      {consent !== "given" && consent !== "withdrawn" && <p className="soft">{t("testimonials.consent.needed")}</p>}
      <p>
        <RecordConsent testimonial={testimonial} />
      </p>
    </Section>
  );
}

function Author({ testimonial: { id, author_name: name, author_contact: contact } }: { testimonial: TestimonialDetail }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState<string | null>(null);
  const { run, busy, refusal } = useCommand({
    name: `contact of testimonial ${id}`,
    send: (_: undefined, key) =>
      answer(
        api.POST("/api/testimonial/{testimonial_id}/contact", {
          params: { path: { testimonial_id: id } },
          headers: { "Idempotency-Key": key },
        }),
      ),
    done: (found) => setWhole(found.contact),
  });
  return (
    <Section title={t("testimonials.author.title")}>
      <Facts
        of={[
          [t("testimonials.author.name"), <bdi key="name">{name || t("testimonials.author.nameless")}</bdi>],
          [
            t("testimonials.author.contact"),
            <span key="contact" className={`row ${styles.contact}`}>
              <bdi>{whole ?? (contact || t("testimonials.author.none"))}</bdi>
              {contact && whole === null && (
                <IconButton
                  icon={Eye}
                  size="s"
                  busy={busy}
                  label={t("testimonials.author.show")}
                  hint={`${t("testimonials.author.show")}. ${t("testimonials.author.noted")}`}
                  onClick={() => void run(undefined)}
                />
              )}
            </span>,
          ],
        ]}
      />
      {refusal !== null && <p role="alert">{sayUnknown(refusal, t)}</p>}
    </Section>
  );
}

function Origin({ testimonial }: { testimonial: TestimonialDetail }) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const sizeOf = useFileSize();
  const { company, medium, received_at: received, source, file } = testimonial;
  return (
    <Section title={t("testimonials.facts.title")}>
      <Facts
        of={[
          [
            t("testimonials.facts.company"),
            <Link key="company" to={paths.company(company.id)} dir="auto">
              {company.name}
            </Link>,
          ],
          [t("testimonials.facts.medium"), t(`work.row.media.${medium}`)],
          [t("testimonials.facts.received"), <time key="received" dateTime={received}>{momentOf(received)}</time>],
          [t("testimonials.facts.from"), <bdi key="from">{sayOrigin(source, t)}</bdi>],
          [t("testimonials.facts.file"), <bdi key="file">{`${file.name}, ${sizeOf(file.size)}`}</bdi>],
          ...(file.duration === null ? [] : [[t("testimonials.facts.lasts"), sayTime(file.duration / 1_000)] as const]),
        ]}
      />
    </Section>
  );
}

function Versions({ id, revision }: { id: number; revision: number }) {
  const { t } = useTranslation();
  const momentOf = useMoment();
  const { data } = useTestimonial(id);
  const earlier = (data?.versions ?? []).filter(({ number, text }) => number < revision && text !== "").reverse();
  if (earlier.length === 0) return null;
  return (
    <details>
      <summary className="section-title">{t("testimonials.text.earlier")}</summary>
      <ul className={styles.versions}>
        {earlier.map((version) => (
          <li key={version.number}>
            <p className="meta">
              <bdi>
                {t("testimonials.text.version", {
                  number: version.number,
                  who: version.author?.name ?? t("testimonials.text.source"),
                  moment: momentOf(version.created_at),
                })}
              </bdi>
            </p>
            <p dir="auto">{version.text}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack-s" aria-label={title}>
      <h3 className="section-title">{title}</h3>
      {children}
    </section>
  );
}
