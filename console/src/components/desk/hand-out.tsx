import { Shuffle } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "@/components/ui/button";
import { lazyPart } from "@/lib/lazy-part";

import { HoldKeys } from "./hold-keys";

const HandOutDialog = lazyPart(async () => ({ default: (await import("./hand-out-dialog")).HandOutDialog }));

/**
 * Assigns the free items of a head moderator's queues evenly to the people on duty, after showing how many each gets.
 */
export function HandOut() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="s" icon={Shuffle} onClick={() => setOpen(true)}>
        {t("people.evenly.action")}
      </Button>
      {open && (
        <Suspense fallback={<HoldKeys />}>
          <HandOutDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
