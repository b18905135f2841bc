import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import { sayUnknown } from "@/components/desk/say-unknown";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

import { stopMails } from "./calls";

type State = { is: "asked" | "sent" | "stopped" } | { is: "failed"; sentence: string };

/** Unsubscribes from a kind of mail. Only the button does that, because mail programs open links by themselves. */
export function StopMails({ token }: { token: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<State>({ is: "asked" });
  const stop = async () => {
    setState({ is: "sent" });
    try {
      await stopMails(token);
      setState({ is: "stopped" });
    } catch (error) {
      const isWrong = error instanceof ApiError && error.code === "link_ended";
      setState({ is: "failed", sentence: isWrong ? t("session.stop.wrong") : sayUnknown(error, t) });
    }
  };
  if (state.is === "stopped") return <Notice tone="success">{t("session.stop.stopped")}</Notice>;
  return (
    <div className="form">
      {state.is === "failed" && (
        <Notice tone="danger" alert>
          {state.sentence}
        </Notice>
      )}
      <Button tone="primary" size="l" busy={state.is === "sent"} onClick={() => void stop()}>
        {t("session.stop.submit")}
      </Button>
    </div>
  );
}
