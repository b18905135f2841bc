import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useDesk } from "./desk";

export interface Titles {
  queue: (name: string) => string;
  status: (name: string) => string;
  kind: (name: string) => string;
  permission: (name: string) => string;
}

/**
 * The names of queues, statuses, kinds and permissions: the server's titles, unless the catalogue of the language has
 * others.
 */
export function useTitles(): Titles {
  const { t } = useTranslation();
  const desk = useDesk();
  return useMemo(() => {
    const queues = new Map(desk.queues.map(({ name, title }) => [name, title]));
    const statuses = new Map(desk.statuses.map(({ name, title }) => [name, title]));
    const kinds = new Map(desk.kinds.map(({ kind, title }) => [kind, title]));
    const permissions = new Map(desk.permissions.map(({ name, title }) => [name as string, title]));
    return {
      queue: (name) => t(`desk.queues.${name}`, { defaultValue: queues.get(name) ?? name }),
      status: (name) => t(`desk.statuses.${name}`, { defaultValue: statuses.get(name) ?? name }),
      kind: (name) => t(`desk.kinds.${name}`, { defaultValue: kinds.get(name) ?? name }),
      permission: (name) => t(`desk.permissions.${name}`, { defaultValue: permissions.get(name) ?? name }),
    };
  }, [t, desk]);
}
