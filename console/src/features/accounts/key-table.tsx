import { KeyRound } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { AccountKey } from "@/api/types";
import { DataTable } from "@/components/table/data-table";
import { useSortInAddress } from "@/components/table/sorting";
import { waitingFor } from "@/components/table/source";
import { useTable } from "@/components/table/use-table";
import { Empty } from "@/components/ui/empty";

import { keyTable } from "./key-columns";

interface Props {
  label: string;
  keys: readonly AccountKey[];
  /** Whose keys they are; null where they cannot be revoked here. */
  account: number | null;
  /** Of the sort's names in the address, for a table that shares its page with another. */
  prefix?: string;
}

/** API keys, sorted by their headers. */
export function KeyTable({ label, keys, account, prefix = "" }: Props) {
  const { t } = useTranslation();
  const rows = useMemo(() => keys.map((key) => ({ ...key, account })), [keys, account]);
  const sorting = useSortInAddress(keyTable, null, prefix);
  const table = useTable(keyTable, waitingFor(rows), { sorting });
  return (
    <DataTable
      of={table}
      label={label}
      failed={t("accounts.keys.failed")}
      empty={<Empty icon={KeyRound} title={t("accounts.keys.empty")} />}
    />
  );
}
