import "./words";

import { ArrowRight, Ellipsis, History, Link2, Merge, Printer } from "lucide-react";
import { type RefObject, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { TicketDetail } from "@/api/types";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuCheck, MenuItem, MenuLine } from "@/components/ui/menu";
import { lazyPart } from "@/lib/lazy-part";
import { useCan } from "@/lib/permissions";

import styles from "./conversation.module.css";
import { useConversation } from "./use-conversation";

const LinkDialog = lazyPart(async () => ({ default: (await import("./link-dialog")).LinkDialog }));
const MergeDialog = lazyPart(async () => ({ default: (await import("./merge-dialog")).MergeDialog }));
const WholeStory = lazyPart(async () => ({ default: (await import("./whole-story")).WholeStory }));

interface Props {
  ticket: TicketDetail;
  /** What ends or moves it without a reply, in the order of the bar: it is here where the bar has no room for it. */
  outcomes: readonly { label: string; hotkey: string; run: () => void }[];
}

/** At the end of a ticket's lock bar: what is done with it besides answering. */
export function TicketMore({ ticket: { id, last_message_id: newest }, outcomes }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const [open, setOpen] = useState<"link" | "merge" | "story" | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [withNotes, setWithNotes] = useState(false);
  const { data } = useConversation(id, newest);
  const close = () => setOpen(null);
  const isOpen = data !== undefined && data.status !== "resolved" && data.status !== "merged";
  const mergeable = (data?.links.tickets ?? []).filter(
    ({ relation, status }) => relation !== "merged" && status !== "resolved" && status !== "merged",
  );
  const hasNotes = data?.messages.some(({ kind }) => kind === "note") === true;
  return (
    <>
      {hasNotes && <span hidden className={styles.withNotes} data-chosen={withNotes || undefined} />}
      <Menu trigger={<IconButton ref={button} icon={Ellipsis} size="s" label={t("conversation.more")} />}>
        <LeftOut outcomes={outcomes} button={button} />
        {can("moderation") && (
          <MenuItem icon={Link2} onSelect={() => setOpen("link")}>
            {t("conversation.link.button")}
          </MenuItem>
        )}
        {isOpen && (
          <MenuItem icon={Merge} onSelect={() => setOpen("merge")}>
            {t("conversation.merge.button")}
          </MenuItem>
        )}
        <MenuItem icon={History} onSelect={() => setOpen("story")}>
          {t("conversation.story.button")}
        </MenuItem>
        <MenuLine />
        {/* once the menu is closed: it would be printed */}
        <MenuItem icon={Printer} onSelect={() => setTimeout(() => window.print())}>
          {t("conversation.print")}
        </MenuItem>
        {hasNotes && (
          <MenuCheck checked={withNotes} onChange={setWithNotes}>
            {t("conversation.withNotes")}
          </MenuCheck>
        )}
      </Menu>
      <Suspense fallback={null}>
        {open === "link" && <LinkDialog ticketId={id} onClose={close} />}
        {open === "merge" && <MergeDialog ticketId={id} others={mergeable} onClose={close} />}
        {open === "story" && <WholeStory ticketId={id} onClose={close} />}
      </Suspense>
    </>
  );
}

/** The timeline of a ticket that was opened again begins there. */
export function EarlierStory({ ticket: { id } }: { ticket: TicketDetail }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="row wrap">
        <span className="soft">{t("conversation.story.earlier")}</span>
        <Button size="s" icon={History} onClick={() => setOpen(true)}>
          {t("conversation.story.button")}
        </Button>
      </div>
      <Suspense fallback={null}>{open && <WholeStory ticketId={id} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

interface LeftOutProps {
  outcomes: Props["outcomes"];
  button: RefObject<HTMLButtonElement | null>;
}

/** The outcomes whose buttons the bar has no room for, read while the menu opens. */
function LeftOut({ outcomes, button }: LeftOutProps) {
  const [left] = useState(() => {
    const shown = button.current?.closest(".lockbar")?.querySelectorAll(".actions .tip-anchor") ?? [];
    return outcomes.filter((_, place) => shown[place] && getComputedStyle(shown[place]).display === "none");
  });
  return left.map(({ label, hotkey, run }) => (
    <MenuItem key={label} icon={ArrowRight} hotkey={hotkey} onSelect={run}>
      {label}
    </MenuItem>
  ));
}
