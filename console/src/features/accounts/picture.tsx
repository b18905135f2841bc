import { Image, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "@/api/error";
import type { Account } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useCan } from "@/lib/permissions";

import { ACCOUNTS, deletePicture, putPicture } from "./calls";

const TYPES = "image/jpeg,image/png,image/webp,image/heic,image/tiff";
const MAX_BYTES = 2 * 1024 * 1024;

/** The account's picture, which the server crops to a square; initials if there is none. */
export function Picture({ account }: { account: Account }) {
  const { t } = useTranslation();
  const title = useId();
  const manages = useCan()("users");
  const input = useRef<HTMLInputElement>(null);
  // the server accepts a picture only from people with a permission (decision 70)
  const allowed = account.may_edit && (manages || account.cms_access.length > 0);
  const [tooLarge, setTooLarge] = useState(false);
  const { run, busy, refusal } = useCommand({
    name: `picture ${account.id}`,
    send: (file: File | null) => (file ? putPicture(account.id, file) : deletePicture(account.id)),
    refreshes: [...ACCOUNTS, "/api/user/me"],
    says: (_, file) => t(file ? "accounts.picture.saved" : "accounts.picture.removed"),
  });
  const send = (file: File) => {
    setTooLarge(file.size > MAX_BYTES);
    if (file.size <= MAX_BYTES) void run(file);
  };
  const problem = tooLarge ? t("accounts.picture.tooLarge") : refusal !== null && (sentenceOf(refusal) ?? t("accounts.picture.failed"));
  return (
    <section className="card" aria-labelledby={title}>
      <div className="card-head">
        <h2 id={title}>{t("accounts.picture.title")}</h2>
      </div>
      <div className="card-body stack">
        {problem && (
          <Notice tone="danger" alert>
            {problem}
          </Notice>
        )}
        <div className="row wrap">
          <Avatar name={account.name.full} picture={account.avatar} size="l" />
          <Button icon={Image} busy={busy} disabled={!allowed} onClick={() => input.current?.click()}>
            {t(account.avatar ? "accounts.picture.replace" : "accounts.picture.choose")}
          </Button>
          {account.avatar && (
            <Button tone="quiet" icon={Trash2} disabled={busy || !allowed} onClick={() => void run(null)}>
              {t("accounts.picture.remove")}
            </Button>
          )}
          <input
            ref={input}
            type="file"
            accept={TYPES}
            hidden
            aria-label={t("accounts.picture.choose")}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) send(file);
              target.value = ""; // so that the same file can be chosen again
            }}
          />
          <span className="meta">{t("accounts.picture.hint")}</span>
        </div>
      </div>
    </section>
  );
}

/** Why the server refused the file. */
const sentenceOf = (refusal: unknown): string | undefined =>
  refusal instanceof ApiError ? refusal.fields.picture?.join(" ") : undefined;
