import "./list-words";

import { useQuery } from "@tanstack/react-query";
import { Ellipsis, MessageSquareText, Pencil, Plus, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { read } from "@/api/queries";
import type { CannedReply } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { useFailure } from "@/api/use-failure";
import { ConfirmDialog } from "@/components/desk/confirm-dialog";
import { sayUnknown } from "@/components/desk/say-unknown";
import { PageHead } from "@/components/layout/page-head";
import { LogLink } from "@/components/table/log-link";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { partsOf } from "@/features/reply/placeholders";
import { lazyPart } from "@/lib/lazy-part";
import { useCan } from "@/lib/permissions";

import { useWayBack } from "./way-back";
import styles from "./tickets.module.css";

const CannedDialog = lazyPart(async () => ({ default: (await import("./canned-dialog")).CannedDialog }));

const MANY = 10; // from more replies on, a search field is shown

type Open = { form: CannedReply | null } | { deleting: CannedReply } | null;

/** Canned replies: one's own, and those for everyone, which head moderators manage. */
export function CannedPage() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const canned = useQuery(read("/api/canned-replies"));
  const failure = useFailure(canned);
  const close = () => setOpen(null);
  const [typed, setTyped] = useState("");
  const words = typed.trim().toLowerCase();
  const found = (canned.data?.items ?? []).filter(({ title, text }) => `${title}\n${text}`.toLowerCase().includes(words));
  const [back, link] = useWayBack();
  // groups with replies come first
  const groups = (["mine", "everyone"] as const)
    .map((scope) => ({ scope, replies: found.filter((reply) => reply.scope === scope) }))
    .sort((a, b) => Number(a.replies.length === 0) - Number(b.replies.length === 0));
  const add = (
    <Button tone="primary" icon={Plus} onClick={() => setOpen({ form: null })}>
      {t("ticketList.canned.add")}
    </Button>
  );
  return (
    <>
      <PageHead title={t("navigation.cannedReplies")} facts={[link, t("ticketList.canned.text")]} back={back} />
      <div className="page stack">
        {canned.data?.items.length === 0 ? (
          <Empty icon={MessageSquareText} title={t("ticketList.canned.empty")} actions={add}>
            {t("ticketList.canned.emptyText")}
          </Empty>
        ) : canned.data ? (
          <>
            <div className="row wrap">
              {add}
              {canned.data.items.length > MANY && (
                <input
                  type="search"
                  className={`input ${styles.findCanned}`}
                  aria-label={t("ticketList.canned.find")}
                  placeholder={t("ticketList.canned.find")}
                  value={typed}
                  onChange={({ target }) => setTyped(target.value)}
                />
              )}
              <LogLink kind="canned_reply" />
            </div>
            <div className={styles.groups}>
              {groups.map(({ scope, replies }) => (
                <section key={scope} className="card" aria-label={t(`ticketList.canned.scope.${scope}`)}>
                  <div className="card-head">
                    <h2>{t(`ticketList.canned.scope.${scope}`)}</h2>
                  </div>
                  {replies.length === 0 && (
                    <p className="card-body soft">{t(words === "" ? `ticketList.canned.none.${scope}` : `ticketList.canned.noMatch.${scope}`)}</p>
                  )}
                  <ul className={styles.canned}>
                    {replies.map((reply) => (
                      <Line
                        key={reply.id}
                        reply={reply}
                        onEdit={() => setOpen({ form: reply })}
                        onDelete={() => setOpen({ deleting: reply })}
                      />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </>
        ) : failure.error === null ? (
          <Skeleton width="60%" />
        ) : (
          <LoadFailed title={t("ticketList.canned.failed")} error={failure.error} onRetry={failure.retry} retrying={failure.retrying} />
        )}
      </div>
      <Suspense fallback={null}>
        {open !== null && "form" in open && (
          <CannedDialog reply={open.form} placeholders={canned.data?.placeholders ?? []} onClose={close} />
        )}
      </Suspense>
      {open !== null && "deleting" in open && <Deletion reply={open.deleting} onClose={close} />}
    </>
  );
}

function Line({ reply, onEdit, onDelete }: { reply: CannedReply; onEdit: () => void; onDelete: () => void }) {
  const { t } = useTranslation();
  const can = useCan();
  const { title, text, scope } = reply;
  return (
    <li>
      <div className={styles.words}>
        <h3 dir="auto">{title}</h3>
        <CannedText text={text} />
      </div>
      {(scope === "mine" || can("head_moderator")) && (
        <div className="row">
          <IconButton icon={Pencil} label={t("ticketList.canned.edit", { title })} onClick={onEdit} />
          <Menu trigger={<IconButton icon={Ellipsis} label={t("ticketList.canned.others", { title })} />}>
            <MenuItem icon={Trash2} onSelect={onDelete}>
              {t("ticketList.canned.deleteIt")}
            </MenuItem>
          </Menu>
        </div>
      )}
    </li>
  );
}

const SHOWN = 3; // lines
const FEW = 2; // so few hidden lines are shown without a button
const LONG = 400; // characters; short replies have fewer

/** The first non-blank lines, with placeholders marked; a button shows all of it. */
function CannedText({ text }: { text: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const isLong = lines.length > SHOWN + FEW || text.length > LONG;
  return (
    <>
      <p className={`soft ${isLong && !open ? (styles.first ?? "") : ""}`} dir="auto">
        {partsOf(open ? text : lines.join("\n")).map(({ text: part, from, isPlaceholder }) =>
          isPlaceholder ? (
            <span key={from} className={styles.filled} title={part}>
              {part.replace(/[{}]/g, "").trim().replaceAll("_", " ")}
            </span>
          ) : (
            part
          ),
        )}
      </p>
      {isLong && (
        <Button size="s" tone="quiet" className={styles.more ?? ""} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? "ticketList.canned.less" : "ticketList.canned.more")}
        </Button>
      )}
    </>
  );
}

function Deletion({ reply: { id, title }, onClose }: { reply: CannedReply; onClose: () => void }) {
  const { t } = useTranslation();
  const { run } = useCommand({
    name: `delete canned ${id}`,
    send: () => answer(api.DELETE("/api/canned-replies/{number}", { params: { path: { number: id } } })),
    refreshes: ["/api/canned-replies"],
    says: () => t("ticketList.canned.deleted"),
  });
  const confirm = async () => {
    const sent = await run();
    return sent.state === "refused" ? sayUnknown(sent.error, t) : null;
  };
  return (
    <ConfirmDialog
      title={t("ticketList.canned.deleteTitle", { title })}
      confirm={t("ticketList.canned.deleteIt")}
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      {t("ticketList.canned.deleteText")}
    </ConfirmDialog>
  );
}
