import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { useDesk } from "@/lib/desk";
import { useHotkeys } from "@/lib/hotkeys";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import { entriesOf, navigationOf, visibleTo } from "./navigation";
import { labelOf } from "./use-nav-sections";

/** `g`, then a letter: to each place of the sidebar that has one. */
export function useNavHotkeys(): void {
  const { t } = useTranslation();
  const titles = useTitles();
  const navigate = useNavigate();
  const desk = useDesk();
  const can = useCan();
  useHotkeys(
    "goTo",
    entriesOf(visibleTo(can, navigationOf(desk))).flatMap((entry) =>
      "path" in entry && entry.key
        ? [{ keys: `g ${entry.key}`, label: labelOf(entry, t, titles), run: () => void navigate(entry.path) }]
        : [],
    ),
  );
}
