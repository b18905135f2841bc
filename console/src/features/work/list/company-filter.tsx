import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { Chip } from "@/components/desk/chip-menu";

const load = () => import("./company-dialog");
const CompanyDialog = lazy(async () => ({ default: (await load()).CompanyDialog }));

interface Props {
  queue: string;
  company: number | null;
  /** Its name, where it is known. */
  name: string | undefined;
  onChange: (company: number | null) => void;
}

/** Narrows the list to one company: any that has something in it, found by its name or number. */
export function CompanyFilter({ queue, company, name, onChange }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const chosen = company === null ? null : (name ?? t("work.filter.companyNumber", { id: company }));
  return (
    <>
      <Chip
        name={`${t("work.filter.company")}: ${chosen ?? t("work.filter.allCompanies")}`}
        text={chosen ?? t("work.filter.company")}
        on={chosen !== null}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <CompanyDialog
            queue={queue}
            chosen={company}
            onChoose={(one) => {
              setOpen(false);
              onChange(one);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
