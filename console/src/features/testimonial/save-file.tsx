import { Download } from "lucide-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";

import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

interface Props {
  address: string;
  /** Whether the address may have ended. */
  hasEnded: () => boolean;
  /** Another address; undefined where there is none. */
  renew: () => Promise<string | undefined>;
}

/** The file as it came. */
export function SaveFile({ address, hasEnded, renew }: Props) {
  const { t } = useTranslation();
  const save = async (event: MouseEvent) => {
    if (!hasEnded()) return; // the browser saves it
    event.preventDefault();
    const renewed = await renew();
    if (renewed === undefined) return;
    const link = document.createElement("a");
    link.href = renewed;
    link.download = "";
    link.click();
  };
  return (
    <a
      className={buttonClass("quiet", "s", "btn-icon")}
      href={address}
      download
      aria-label={t("testimonials.file.save")}
      title={t("testimonials.file.save")}
      onClick={(event) => void save(event)}
    >
      <Icon of={Download} />
    </a>
  );
}
