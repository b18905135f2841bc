import { useState } from "react";
import { useTranslation } from "react-i18next";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { WordImport } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { readText } from "@/lib/read-file";

import { LIST, VERSION } from "./use-words-list";

const LONGEST = 1_500_000; // the server's limit, in characters

/** Imports a file of entries into the list, and says which lines were refused. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<WordImport | null>(null);
  const { run, busy } = useCommand({
    name: "import banned words",
    send: (csv: string, key) => answer(api.POST("/api/banned-words/import", { body: { csv }, headers: { "Idempotency-Key": key } })),
    refreshes: [LIST, VERSION],
    done: setDone,
    refused: (error) => {
      const reason = error instanceof ApiError ? (Object.values(error.fields).flat()[0] ?? error.message) : sayUnknown(error, t);
      setProblem(t("bannedWords.import.failed", { reason }));
    },
  });
  const send = async () => {
    setProblem(null);
    setDone(null);
    const text = file ? await readText(file) : undefined;
    if (text === undefined) setProblem(t("bannedWords.import.missing"));
    else if (text.length > LONGEST) setProblem(t("bannedWords.import.tooLarge"));
    else await run(text);
  };
  const words = { title: t("bannedWords.import.title"), description: t("bannedWords.import.text"), action: t("bannedWords.import.submit") };
  return (
    <ActionDialog words={words} busy={busy} refused={problem} onSubmit={() => void send()} onClose={onClose}>
      <Field label={t("bannedWords.import.file")} required>
        {(control) => (
          <input
            {...control}
            className="input"
            type="file"
            accept=".csv,text/csv"
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              setDone(null);
            }}
          />
        )}
      </Field>
      {done && <Imported of={done} />}
    </ActionDialog>
  );
}

function Imported({ of: { problems, ...numbers } }: { of: WordImport }) {
  const { t } = useTranslation();
  const more = numbers.refused - problems.length;
  return (
    <Notice tone={numbers.refused > 0 ? "warning" : "success"} alert>
      <p>{t("bannedWords.import.done", numbers)}</p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ line, reason }) => (
            <li key={line}>{t("bannedWords.import.line", { line, reason })}</li>
          ))}
        </ul>
      )}
      {more > 0 && <p>{t("bannedWords.import.more", { count: more })}</p>}
    </Notice>
  );
}
