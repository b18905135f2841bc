import { useTranslation } from "react-i18next";

import { Mark } from "@/components/ui/mark";
import { ProgressBar } from "@/components/ui/progress-bar";
import { useKeysAhead } from "@/lib/hotkeys";

/** Fills the page while the session initialises. */
export function LoadingScreen() {
  const { t } = useTranslation();
  useKeysAhead(); // the page that comes may be that of an item
  return (
    <main className="alone" aria-busy="true">
      <ProgressBar label={t("session.initialising")} />
      <div className="loading-mark">
        <Mark size={40} />
      </div>
    </main>
  );
}
