import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useDesk } from "./desk";

export interface Titles {
  queue: (name: string) => string;
  status: (name: string) => string;
  kind: (name: string) => string;
}

/** What people call queues, statuses and kinds: the server's titles, unless the catalogue of a language has others. */
export function useTitles(): Titles {
  const { t } = useTranslation();
  const desk = useDesk();
  return useMemo(() => {
    const queues = new Map(desk.queues.map(({ name, title }) => [name, title]));
    const statuses = new Map(desk.statuses.map(({ name, title }) => [name, title]));
    const kinds = new Map(desk.kinds.map(({ kind, title }) => [kind, title]));
    return {
      queue: (name) => t(`desk.queues.${name}`, { defaultValue: queues.get(name) ?? name }),
      status: (name) => t(`desk.statuses.${name}`, { defaultValue: statuses.get(name) ?? name }),
      kind: (name) => t(`desk.kinds.${name}`, { defaultValue: kinds.get(name) ?? name }),
    };
  }, [t, desk]);
}
