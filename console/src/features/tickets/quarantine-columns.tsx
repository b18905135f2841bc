import { useTranslation } from "react-i18next";

import type { QuarantinedMail } from "@/api/types";
import { useFileSize } from "@/components/desk/use-file-size";
import { declareTable } from "@/components/table/columns";
import { Button } from "@/components/ui/button";
import { useMoment } from "@/lib/use-moment";
import { ticketList } from "@/lib/words/en/ticket-list";

export type Quarantined = QuarantinedMail;
type Row = Quarantined & { read: () => void };

interface Cell {
  row: Row;
}

type Reason = keyof typeof ticketList.quarantine.reasons;

/** Mails in quarantine. */
export const quarantineTable = declareTable<Row>({
  name: "quarantine",
  rowKey: (row) => row.id,
  columns: [
    { id: "reason", header: "ticketList.quarantine.columns.reason", Cell: Why, width: 280, grow: true },
    { id: "received", header: "ticketList.quarantine.columns.received", Cell: Received, width: 160 },
    { id: "size", header: "ticketList.quarantine.columns.size", Cell: Size, width: 100, align: "end" },
    { id: "mail", header: "ticketList.quarantine.columns.mail", Cell: Read, width: 120 },
  ],
});

function Why({ row: { reason } }: Cell) {
  const { t } = useTranslation();
  const known = reason in ticketList.quarantine.reasons ? (reason as Reason) : null;
  return <span className="cut block">{known ? t(`ticketList.quarantine.reasons.${known}`) : reason}</span>;
}

function Received({ row: { received_at: at } }: Cell) {
  const momentOf = useMoment();
  return <span>{momentOf(at)}</span>;
}

function Size({ row: { size } }: Cell) {
  const sizeOf = useFileSize();
  return <span>{sizeOf(size)}</span>;
}

function Read({ row: { id, read } }: Cell) {
  const { t } = useTranslation();
  return (
    <Button size="s" aria-label={t("ticketList.quarantine.readIt", { id })} onClick={read}>
      {t("ticketList.quarantine.read")}
    </Button>
  );
}
