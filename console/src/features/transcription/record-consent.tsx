import "./words";

import type { TFunction } from "i18next";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TestimonialDetail } from "@/api/types";
import { Button } from "@/components/ui/button";
import { formatDay } from "@/lib/dates";
import { lazyPart } from "@/lib/lazy-part";

import styles from "./testimonial.module.css";

const ConsentDialog = lazyPart(async () => ({ default: (await import("./consent-dialog")).ConsentDialog }));

/** Beside the facts of a testimonial, and where its consent is what an outcome lacks. */
export function RecordConsent({ testimonial }: { testimonial: TestimonialDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const isGiven = testimonial.consent === "given";
  return (
    <>
      <Button
        size="s"
        aria-label={isGiven ? t("testimonials.consent.changeThis") : undefined}
        onClick={({ currentTarget: { form } }) => {
          // the dialog gives the focus back to what is written: the button may go away with what was lacking
          form?.querySelector("textarea")?.focus({ preventScroll: true });
          setOpen(true);
        }}
      >
        {t(isGiven ? "testimonials.consent.change" : "testimonials.consent.record")}
      </Button>
      <Suspense fallback={null}>{open && <ConsentDialog testimonial={testimonial} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

interface LineProps {
  testimonial: TestimonialDetail;
  /** The outcome says so itself, with the way to record it. */
  isLacking: boolean;
}

/** In the form in which a testimonial is finished: what its author agreed to, and the way to record it. */
export function ConsentLine({ testimonial, isLacking }: LineProps) {
  const { t } = useTranslation();
  return (
    <div className={`row wrap ${styles.consent}`} role="group" aria-label={t("testimonials.consent.title")}>
      <span className="label">{t("testimonials.consent.title")}</span>
      <span className={testimonial.consent === "given" ? "badge is-success" : "badge is-warning"}>{sayConsent(testimonial, t)}</span>
      {!isLacking && <RecordConsent testimonial={testimonial} />}
    </div>
  );
}

export const sayConsent = ({ consent, consent_on: on }: TestimonialDetail, t: TFunction): string =>
  consent === "given" ? t("testimonials.consent.given", { day: on ? formatDay(on) : "" }) : t(`testimonials.consent.${consent}`);
