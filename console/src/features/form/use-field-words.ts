import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { FieldWords } from "./zod-schema";

export function useFieldWords(): FieldWords {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      choose: (field) => t("work.form.chooseFor", { field }),
      fill: t("work.form.fill"),
      notANumber: t("work.form.notANumber"),
      notADate: t("work.form.notADate"),
      malformed: t("work.form.malformed"),
      tooShort: (count) => t("work.form.tooShort", { count }),
      tooLong: (count) => t("work.form.tooLong", { count }),
      tooSmall: (limit) => t("work.form.tooSmall", { limit }),
      tooLarge: (limit) => t("work.form.tooLarge", { limit }),
    }),
    [t],
  );
}
