import { useTranslation } from "react-i18next";

import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { onDemand, type TriggerProps } from "@/components/ui/on-demand";
import { useUser } from "@/features/session/session-context";

/** The avatar at the end of the top bar, which opens the account menu. */
export const AccountButton = onDemand(AccountTrigger, async () => (await import("./account-menu")).AccountMenu);

function AccountTrigger(props: TriggerProps) {
  const { t } = useTranslation();
  const { name, avatarFilename } = useUser();
  return (
    <Button {...props} tone="quiet" className="btn-icon" aria-label={t("frame.account.button", { name: name.full })}>
      <Avatar name={name.full} size="m" picture={avatarFilename} me />
    </Button>
  );
}
