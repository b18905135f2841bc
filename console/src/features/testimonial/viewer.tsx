import "./words";

import { useTranslation } from "react-i18next";

import type { TestimonialDetail } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { RetryButton } from "@/components/ui/retry-button";
import { Skeleton } from "@/components/ui/skeleton";

import { Pictures } from "./pictures";
import { Player } from "./player";
import { SaveFile } from "./save-file";
import styles from "./testimonial.module.css";
import { useAddresses } from "./use-addresses";

/** The file of a testimonial: images to look at closely, or a player. */
export function Viewer({ testimonial: { id, medium, file } }: { testimonial: TestimonialDetail }) {
  const { t } = useTranslation();
  const { addresses, isBroken, failed, haveEnded, renew } = useAddresses(id);
  const { error, retry, retrying } = useFailure(addresses);
  const { data, dataUpdatedAt: loadedAt } = addresses;
  if (!data)
    return error === null ? (
      <div className={styles.view} aria-busy>
        <Skeleton width="60%" />
      </div>
    ) : (
      <LoadFailed title={t("testimonials.file.failed")} error={error} onRetry={retry} retrying={retrying} />
    );
  const isPlayed = medium === "audio" || medium === "video";
  const save = <SaveFile address={data.original} hasEnded={haveEnded} renew={renew} />;
  return (
    <>
      {isPlayed ? (
        <Player source={data.original} loadedAt={loadedAt} file={file} isVideo={medium === "video"} onFailed={failed} save={save} />
      ) : (
        <Pictures pages={data.pages} loadedAt={loadedAt} onFailed={failed} name={file.name} save={save} />
      )}
      {isBroken && (
        <Notice tone="warning" alert>
          <p>{t(isPlayed ? "testimonials.file.unplayable" : "testimonials.file.failed")}</p>
          <p className="row notice-actions">
            <RetryButton label={t("testimonials.file.again")} retrying={addresses.isFetching} onRetry={() => void addresses.refetch()} />
          </p>
        </Notice>
      )}
    </>
  );
}
