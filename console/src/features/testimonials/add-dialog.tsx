import type { TFunction } from "i18next";
import { Upload } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import type { CompanyRow } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { useDrop } from "@/components/desk/use-drop";
import { useFileSize } from "@/components/desk/use-file-size";
import { DateField, LineField, SelectField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithValues } from "@/components/form/use-form-with-draft";
import { CompanyPicker } from "@/components/organisation/company-picker";
import { Button } from "@/components/ui/button";
import { RequiredMark } from "@/components/ui/field-label";
import styles from "@/features/transcription/testimonial.module.css";
import { clock } from "@/lib/clock";
import { paths } from "@/lib/paths";
import { dayBefore, isDay } from "@/lib/period";
import { useNavigateIfShown } from "@/lib/use-is-shown";

import { sendTestimonial } from "./send-file";

interface Props {
  file: File | null;
  onChoose: (file: File | null) => void;
  error: string | undefined;
}

// types that the server accepts; the server checks the content itself
const ACCEPTED = "image/jpeg,image/png,image/webp,image/heic,image/tiff,application/pdf,audio/*,video/mp4,video/webm,video/quicktime";

const CONSENTS = ["none", "asked", "given"] as const;
const schemaIn = (t: TFunction) =>
  z
    .object({
      medium: z.enum(["card", "photo"]),
      name: z.string().max(300),
      contact: z.string().max(254),
      consent: z.enum(CONSENTS),
      on: z.string().refine(isDay, t("common.date.wrong")),
    })
    .refine(({ consent, on }) => consent !== "given" || on !== "", { path: ["on"], message: t("work.form.fill") });
type Typed = z.infer<ReturnType<typeof schemaIn>>;

const BLANK: Omit<Typed, "on"> = { medium: "card", name: "", contact: "", consent: "none" };
const nothing = () => undefined;

/** Adds a testimonial that a member of staff received: its file, its author and its company. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigateIfShown();
  const [file, setFile] = useState<File | null>(null);
  const [company, setCompany] = useState<CompanyRow | null>(null);
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  // a ref, because a command's input is compared as JSON, which cannot contain a file
  const content = useRef<File | null>(null);
  const { run, refusal } = useCommand({
    name: "add testimonial",
    send: (data: object, key) => content.current ? sendTestimonial(data, content.current, key, setSent) : Promise.reject(new Error("no file is chosen")),
    tries: 1,
    refreshes: ["/api/testimonials", "/api/cms/counts"],
    says: () => t("testimonials.add.done"),
    done: async ({ id }) => {
      onClose();
      await navigate(paths.testimonial(id));
    },
    refused: () => setSent(null),
  });
  const schema = useMemo(() => schemaIn(t), [t]);
  const [values] = useState<Typed>(() => ({ ...BLANK, on: dayBefore(clock.now(), 0) }));
  const form = useFormWithValues<Typed, Typed>({ values, type: nothing, discard: nothing, schema, refusal });
  const consent = useWatch({ control: form.methods.control, name: "consent" });
  const submit = async ({ medium, name, contact, consent: said, on }: Typed) => {
    setTried(true);
    if (!file || !company) return;
    content.current = file;
    const isImage = file.type.startsWith("image/");
    await run({
      company: company.id,
      ...(isImage && { medium }),
      author_name: name,
      author_contact: contact,
      consent: said,
      ...(said === "given" && { consent_on: on }),
    });
  };
  return (
    <FormDialog
      words={{ title: t("testimonials.add.title"), description: t("testimonials.add.text"), action: t("testimonials.add.action") }}
      look="wide"
      of={form}
      refused={refusal === null ? null : <Refusal error={refusal} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="wide">
        <DropFile file={file} onChoose={setFile} error={tried && !file ? t("testimonials.add.noFile") : undefined} />
      </div>
      <div className="wide">
        <CompanyPicker chosen={company} onChoose={setCompany} required error={tried && !company ? t("testimonials.add.noCompany") : undefined} />
      </div>
      <LineField name="name" label={t("testimonials.add.name")} maxLength={300} />
      <LineField name="contact" label={t("testimonials.add.contact")} maxLength={254} />
      {file?.type.startsWith("image/") && (
        <SelectField name="medium" label={t("testimonials.add.medium")}>
          <option value="card">{t("work.row.media.card")}</option>
          <option value="photo">{t("work.row.media.photo")}</option>
        </SelectField>
      )}
      <SelectField name="consent" label={t("testimonials.add.consent")}>
        {CONSENTS.map((choice) => (
          <option key={choice} value={choice}>
            {t(`testimonials.consent.choices.${choice}`)}
          </option>
        ))}
      </SelectField>
      {consent === "given" && <DateField name="on" label={t("testimonials.consent.on")} />}
      {sent !== null && (
        <div className="wide stack-s" role="status">
          <progress value={sent} aria-label={t("testimonials.add.file")} />
          <p className="meta">
            {sent < 1 ? t("testimonials.add.sending", { percent: Math.round(100 * sent) }) : t("testimonials.add.stored")}
          </p>
        </div>
      )}
    </FormDialog>
  );
}

/** The server's sentences about the file are shown as they are. */
function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { fields } = error as { fields?: Record<string, string[]> };
  const said = fields?.file?.[0] ?? fields?.medium?.[0] ?? fields?.company?.[0];
  return <p>{said ?? sayUnknown(error, t)}</p>;
}

/** A file input: drop, paste or choose. */
function DropFile({ file, onChoose, error }: Props) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const sizeOf = useFileSize();
  const over = useDrop(place, ([first]) => onChoose(first ?? null));
  return (
    <div ref={place} className={styles.drop} data-over={over ? true : undefined}>
      <p>{file ? <bdi className="strong">{`${file.name}, ${sizeOf(file.size)}`}</bdi> : t("testimonials.add.drop")} <RequiredMark hidden /></p>
      <Button icon={Upload} onClick={() => input.current?.click()}>
        {t(file ? "testimonials.add.other" : "testimonials.add.choose")}
      </Button>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        accept={ACCEPTED}
        aria-label={t("testimonials.add.file")}
        aria-required
        onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
      />
      {error ? (
        <p className="error" role="alert">
          {error}
        </p>
      ) : (
        <p className="meta">{t("testimonials.add.kinds")}</p>
      )}
    </div>
  );
}
