import { RotateCcw } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TaskDetail } from "@/api/types";
import { HoldKeys } from "@/components/desk/hold-keys";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/lib/lazy-part";

const ReinstateForm = lazyPart(async () => ({ default: (await import("./reinstate-form")).ReinstateForm }));

interface Props {
  process: TaskDetail["process"];
  onRefused: (error: unknown) => void;
}

/** Reopens an ended item in a new process, linked to the old one. */
export function Reinstate({ process, onRefused }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (open)
    return (
      <Suspense fallback={<HoldKeys />}>
        <ReinstateForm process={process} onRefused={onRefused} onClose={() => setOpen(false)} />
      </Suspense>
    );
  return (
    <div className="actions">
      <Button icon={RotateCcw} onClick={() => setOpen(true)}>
        {t("work.reinstate.label")}
      </Button>
    </div>
  );
}
