import "./words";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import type { TestimonialDetail } from "@/api/types";
import { useFailure } from "@/api/use-failure";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LoadFailed } from "@/components/ui/load-failed";
import { Notice } from "@/components/ui/notice";
import { RetryButton } from "@/components/ui/retry-button";
import { Skeleton } from "@/components/ui/skeleton";

import { Pictures } from "./pictures";
import { Player } from "./player";
import styles from "./testimonial.module.css";

const EARLIER_MS = 30_000;

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

interface Props {
  address: string;
  /** Whether the address may have ended. */
  hasEnded: () => boolean;
  /** Another address; undefined where there is none. */
  renew: () => Promise<string | undefined>;
}

/** The file as it came. */
function SaveFile({ address, hasEnded, renew }: Props) {
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

 // before the addresses end

/**
 * The addresses of a testimonial's file and its pages: they open without a session, for five minutes. They stay as they
 * are until somebody needs others: a new address would stop what is playing.
 */
function useAddresses(id: number) {
  const addresses = useQuery({
    ...read("/api/testimonial/{testimonial_id}/file", { path: { testimonial_id: id } }),
    staleTime: ({ state }) => (state.data ? state.data.seconds * 1_000 - EARLIER_MS : 0),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, dataUpdatedAt: loadedAt, isError, refetch } = addresses;
  const [useless, setUseless] = useState(0); // when the addresses came with which a file did not come
  const haveEnded = () => data === undefined || Date.now() - loadedAt >= data.seconds * 1_000 - EARLIER_MS;
  return {
    addresses,
    /** A file has not come by an address that has not ended, or there is no other address. */
    isBroken: data !== undefined && (isError || useless === loadedAt),
    /** A file has not come: asks for another address where this one has ended. */
    failed: () => {
      if (haveEnded()) void refetch();
      else setUseless(loadedAt);
    },
    haveEnded,
    /** The address of the file as it came, anew; undefined where there is none. */
    renew: async () => (await refetch()).data?.original,
  };
}
