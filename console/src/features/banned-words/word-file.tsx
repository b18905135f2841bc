import { Download, Ellipsis, ScrollText, Upload } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { useExport } from "@/components/table/use-export";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { paths } from "@/lib/paths";
import { Allowed } from "@/lib/permissions";

import { fetchExport } from "./use-words-list";

/** What is done with the whole list: its audit log, and the list as a file, to and fro. */
export function WordFile({ onImport }: { onImport: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { save, busy, problem } = useExport({ name: "banned-words", format: "csv", fetch: fetchExport });
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} size="s" label={t("bannedWords.more")} busy={busy} />}>
        <Allowed permission="history">
          <MenuItem icon={ScrollText} onSelect={() => void navigate(`${paths.auditLog}?kind=word`)}>
            {t("table.log")}
          </MenuItem>
        </Allowed>
        <MenuItem icon={Download} onSelect={() => void save()}>
          {t("bannedWords.export")}
        </MenuItem>
        <MenuItem icon={Upload} onSelect={onImport}>
          {t("bannedWords.import.open")}
        </MenuItem>
      </Menu>
      {problem}
    </>
  );
}
