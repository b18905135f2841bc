import { Check, Dot, Download, Ellipsis, ScrollText, TextSearch, Upload } from "lucide-react";
import { use } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { BannedWord } from "@/api/types";
import { BarRoom, LEAST_ROOM } from "@/components/table/bar-room";
import { useExport } from "@/components/table/use-export";
import type { TableState } from "@/components/table/use-table";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuCheck, MenuHead, MenuItem, MenuLine } from "@/components/ui/menu";
import { paths } from "@/lib/paths";
import { Allowed } from "@/lib/permissions";

import { RARE, type WordFilters } from "./filters";
import { fetchExport } from "./use-words-list";
import { ShownCount, ShownName } from "./word-filters";

interface Props {
  of: TableState<BannedWord>;
  filters: WordFilters;
  onChange: (change: Partial<WordFilters>) => void;
  /** Opens the tester in place of the list, if it does not fit beside the list. */
  onTry: () => void;
  onImport: () => void;
}

/** Rarely used: the list's audit log, export and import, stopped and retired entries, and the choice of columns. */
export function WordMenu({ of: { choice, lined }, filters, onChange, onTry, onImport }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isPhone = use(BarRoom) < LEAST_ROOM;
  const { save, busy, problem } = useExport({ name: "banned-words", format: "csv", fetch: fetchExport });
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} size="s" label={t("bannedWords.more")} busy={busy} />}>
        {isPhone && (
          <MenuItem icon={TextSearch} onSelect={onTry}>
            {t("bannedWords.test.open")}
          </MenuItem>
        )}
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
        <MenuLine />
        {RARE.map((show) => (
          <MenuItem key={show} icon={filters.show === show ? Check : Dot} onSelect={() => onChange({ show })}>
            <ShownName of={show} /> <ShownCount of={show} />
          </MenuItem>
        ))}
        {!lined && (
          <>
            <MenuLine />
            <MenuHead>{t("table.columns")}</MenuHead>
            {choice.optional.map((column) => (
              <MenuCheck key={column.id} checked={choice.shown.includes(column)} onChange={() => choice.toggle(column)}>
                {t(column.header)}
              </MenuCheck>
            ))}
          </>
        )}
      </Menu>
      {problem}
    </>
  );
}
