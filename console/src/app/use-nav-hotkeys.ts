import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { useHotkeys } from "@/lib/hotkeys";
import { useCan } from "@/lib/permissions";

import { entriesOf, visibleTo } from "./navigation";

/** `g`, then a letter: to each place of the sidebar that has one and that the person may see. */
export function useNavHotkeys(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  useHotkeys(
    "goTo",
    entriesOf(visibleTo(can)).flatMap((entry) =>
      "path" in entry && entry.key
        ? [{ keys: `g ${entry.key}`, label: t(`navigation.${entry.name}`), run: () => void navigate(entry.path) }]
        : [],
    ),
  );
}
