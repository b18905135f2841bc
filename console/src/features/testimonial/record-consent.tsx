import "./words";

import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TestimonialDetail } from "@/api/types";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/lib/lazy-part";

const ConsentDialog = lazyPart(async () => ({ default: (await import("./consent-dialog")).ConsentDialog }));

/** Beside the facts of a testimonial, and where its consent is what an outcome lacks. */
export function RecordConsent({ testimonial: { id, consent } }: { testimonial: TestimonialDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        {t("testimonials.consent.record")}
      </Button>
      <Suspense fallback={null}>{open && <ConsentDialog id={id} consent={consent} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
