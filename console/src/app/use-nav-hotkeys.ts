import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { useDesk } from "@/lib/desk";
import { useHotkeys } from "@/lib/hotkeys";
import { useCan } from "@/lib/permissions";
import { useTitles } from "@/lib/use-titles";

import { entriesOf, entryOf, navigationOf, visibleTo } from "./navigation";
import { labelOf } from "./use-nav-sections";

/** `g`, then a letter: to each place that has one and that the person may see, in the sidebar or not. */
export function useNavHotkeys(): void {
  const { t } = useTranslation();
  const titles = useTitles();
  const navigate = useNavigate();
  const desk = useDesk();
  const can = useCan();
  const unlisted = desk.queues.filter(({ place, permission }) => place === null && can(permission)).map(entryOf);
  useHotkeys(
    "goTo",
    [...entriesOf(visibleTo(can, navigationOf(desk))), ...unlisted].flatMap((entry) =>
      "path" in entry && entry.key
        ? [{ keys: `g ${entry.key}`, label: labelOf(entry, t, titles), run: () => void navigate(entry.path) }]
        : [],
    ),
  );
}
