import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { read } from "@/api/queries";
import { useSeen } from "@/lib/use-seen";

import styles from "./conversation.module.css";

const FRESH_MS = 4 * 60_000; // the address opens the file for five minutes

/** A small image in a place of a fixed size, read when it comes into view: nothing moves when it is there. */
export function Preview({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const [broken, setBroken] = useState<string | null>(null);
  const { data } = useQuery({ ...read("/api/attachments/{attachment_id}", { path: { attachment_id: id } }), enabled: seen, staleTime: FRESH_MS });
  return (
    <div ref={place} className={styles.preview}>
      {data && data.url !== broken && <img src={data.url} alt={t("conversation.preview", { name })} onError={() => setBroken(data.url)} />}
    </div>
  );
}
