import { Upload } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { useDrop } from "@/components/desk/use-drop";
import { useFileSize } from "@/components/desk/use-file-size";
import { Button } from "@/components/ui/button";
import { RequiredMark } from "@/components/ui/field-label";
import styles from "@/features/testimonial/testimonial.module.css";

interface Props {
  file: File | null;
  onChoose: (file: File | null) => void;
  error: string | undefined;
}

// what the server reads; it looks at the content itself
const ACCEPTED = "image/jpeg,image/png,image/webp,image/heic,image/tiff,application/pdf,audio/*,video/mp4,video/webm,video/quicktime";

/** A file that is dropped, pasted or chosen. */
export function DropFile({ file, onChoose, error }: Props) {
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
