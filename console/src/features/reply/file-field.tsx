import { Paperclip, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { useDrop } from "@/components/desk/use-drop";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { useLatest } from "@/lib/use-latest";

import { MAX_BYTES, MAX_FILES, readFiles, type Upload, writeFiles } from "./files";
import styles from "./reply.module.css";

interface Props {
  /** The files, as the draft stores them. */
  value: unknown;
  onChange: (value: string) => void;
  children: ReactNode;
  /** Shown at the end of the line of the add button. */
  foot: ReactNode;
}

/** The files of a reply: dropped on the form, pasted, or chosen. Each is uploaded at once. */
export function FileField({ value, onChange, children, foot }: Props) {
  const { t } = useTranslation();
  const files = readFiles(value);
  const latest = useLatest(files);
  const field = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const upload = useUpload();

  const add = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    setProblems([]);
    const say = (problem: string) => setProblems((before) => [...before, problem]);
    for (const file of chosen) {
      if (latest().length >= MAX_FILES) say(t("conversation.files.tooMany", { name: file.name, most: MAX_FILES }));
      else if (file.size > MAX_BYTES) say(t("conversation.files.tooLarge", { name: file.name }));
      else if (file.size === 0) say(t("conversation.files.blank", { name: file.name }));
      else {
        const stored = await upload.send(file);
        if (stored === null) say(t("conversation.files.failed", { name: file.name }));
        else if (!latest().some(({ id }) => id === stored.id)) onChange(writeFiles([...latest(), stored]));
      }
    }
  };
  const isOver = useDrop(field, (dropped) => void add(dropped));
  return (
    <div ref={field} className={`${styles.form} ${isOver ? (styles.over ?? "") : ""}`}>
      {children}
      {files.length > 0 && (
        <ul className={styles.files} aria-label={t("conversation.files.list")}>
          {files.map(({ id, name }) => (
            <li key={id} className="chip">
              <Icon of={Paperclip} />
              <bdi className="cut">{name}</bdi>
              <IconButton
                icon={X}
                size="s"
                label={t("conversation.files.remove", { name })}
                onClick={() => onChange(writeFiles(files.filter((file) => file.id !== id)))}
              />
            </li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <div role="alert">
          {problems.map((problem) => (
            <p key={problem} className="error">
              {problem}
            </p>
          ))}
        </div>
      )}
      <div className={styles.tools}>
        <IconButton
          size="s"
          icon={Paperclip}
          busy={upload.busy}
          label={t("conversation.files.add")}
          hint={`${t("conversation.files.add")}. ${t("conversation.files.hint")}`}
          onClick={() => picker.current?.click()}
        />
        {files.length > 0 && <span className="meta">{t("conversation.files.count", { count: files.length })}</span>}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={t("conversation.files.add")}
          onChange={({ target }) => {
            void add([...(target.files ?? [])]);
            target.value = ""; // so that the same file can be chosen again
          }}
        />
      </div>
      <div className={styles.foot}>{foot}</div>
    </div>
  );
}

/**
 * Uploads a file for a reply that is not sent yet; null if it was refused. Not a command: the server stores the same
 * file of the same person once, so a retry needs no idempotency key, and unsent files are deleted after a day.
 */
function useUpload() {
  const [waiting, setWaiting] = useState(0);
  const send = async (file: File): Promise<Upload | null> => {
    setWaiting((count) => count + 1);
    try {
      const { id, name } = await answer(
        api.POST("/api/attachments", {
          body: { file: "" }, // the schema declares files as text; the form below is what is sent
          bodySerializer: () => {
            const form = new FormData();
            form.append("file", file);
            return form;
          },
        }),
      );
      return { id, name };
    } catch {
      return null;
    } finally {
      setWaiting((count) => count - 1);
    }
  };
  return { send, busy: waiting > 0 };
}
