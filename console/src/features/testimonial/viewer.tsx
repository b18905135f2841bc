import "./words";

import { useTranslation } from "react-i18next";

import type { TestimonialDetail } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";

import { Pictures } from "./pictures";
import { Player } from "./player";
import { useAddresses } from "./use-addresses";
import styles from "./testimonial.module.css";

/** The file of a testimonial: images to look at closely, or a player. */
export function Viewer({ testimonial: { id, medium, file } }: { testimonial: TestimonialDetail }) {
  const { t } = useTranslation();
  const addresses = useAddresses(id);
  const { error, retry, retrying } = useFailure(addresses);
  const { data } = addresses;
  if (!data)
    return error === null ? (
      <div className={styles.view} aria-busy>
        <Skeleton width="60%" />
      </div>
    ) : (
      <LoadFailed title={t("testimonials.file.failed")} error={error} onRetry={retry} retrying={retrying} />
    );
  // an address may have ended while the page was open
  const again = () => void addresses.refetch();
  return medium === "audio" || medium === "video" ? (
    <Player source={data.original} file={file} isVideo={medium === "video"} onEnded={again} />
  ) : (
    <Pictures pages={data.pages} original={data.original} onEnded={again} />
  );
}
