import { ArrowUpRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";

import { Icon } from "@/components/ui/icon";
import { Tooltip } from "@/components/ui/tooltip";
import { formatNumber } from "@/lib/dates";

import type { NavEntry as Entry } from "./nav-types";

export function NavEntry({ entry, isHere = false }: { entry: Entry; isHere?: boolean }) {
  const { t } = useTranslation();
  const content = (
    <>
      <Icon of={entry.icon} />
      <span className="cut">{entry.label}</span>{" "}
      {entry.count ? <span className="count">{formatNumber(entry.count)}</span> : null}
    </>
  );

  switch (entry.to.kind) {
    case "page":
      return (
        <Link className="nav-item" to={entry.to.path} aria-current={isHere ? "page" : undefined}>
          {content}
        </Link>
      );
    case "outside":
      return (
        <a className="nav-item" href={entry.to.href} target="_blank" rel="noopener noreferrer">
          {content}
          <Icon of={ArrowUpRight} flip className="tail" />
          <span className="sr">({t("common.opensInNewTab")})</span>
        </a>
      );
    case "unavailable":
      return (
        <Tooltip label={entry.to.reason} side="beside">
          <span className="nav-item" role="link" aria-disabled="true" tabIndex={0}>
            {content}
            <span className="sr">({entry.to.reason})</span>
          </span>
        </Tooltip>
      );
  }
}
