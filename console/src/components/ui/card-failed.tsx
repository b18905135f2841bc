import { useTranslation } from "react-i18next";

import { isAway, useConnection } from "@/lib/connection";

import { RetryButton } from "./retry-button";

interface Props {
  /** The id of the card's heading. */
  id: string;
  title: string;
  onRetry?: () => void;
  retrying?: boolean;
}

/**
 * A card that could not be loaded: its title and a sentence. Without a connection it has no retry button, because it is
 * reloaded once the server answers; the page's list and the top bar announce the failure.
 */
export function CardFailed({ id, title, onRetry, retrying = false }: Props) {
  const { t } = useTranslation();
  const away = isAway(useConnection());
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
      </div>
      <div className="card-body stack-s">
        <p className="soft">
          {t("states.load.card")} {away && t("states.load.offline")}
        </p>
        {!away && onRetry && (
          <div className="row">
            <RetryButton retrying={retrying} onRetry={onRetry} />
          </div>
        )}
      </div>
    </section>
  );
}
