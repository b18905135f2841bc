import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { answer, api } from "@/api/client";
import { ApiError } from "@/api/error";
import type { CompanyRow } from "@/api/types";
import { useCommand } from "@/api/use-command";
import { sayUnknown } from "@/components/desk/say-unknown";
import { LineField, TextField } from "@/components/form/fields";
import { FormDialog } from "@/components/form/form-dialog";
import { useFormWithDraft } from "@/components/form/use-form-with-draft";
import { CompanyPicker } from "@/components/organisation/company-picker";
import { useMe } from "@/features/session/use-me";
import { draftKey } from "@/lib/drafts";
import { paths } from "@/lib/paths";
import { useNavigateIfShown } from "@/lib/use-is-shown";
import { useDesk } from "@/lib/desk";

// the server's limits, in characters: a test compares them
const LONGEST = { subject: 300, name: 300, email: 254, text: 100_000 };
const BLANK = { name: "", email: "", subject: "", text: "" };

/** Opens a ticket for a client who called or wrote elsewhere. What is typed is stored as a draft until it is sent. */
export function OpenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigateIfShown();
  const [company, setCompany] = useState<CompanyRow | null>(null);
  const { run, refusal } = useCommand({
    name: "open ticket",
    send: ({ name, email, subject, text }: typeof BLANK, key) =>
      answer(
        api.POST("/api/tickets", {
          body: { company: company?.id ?? null, subject, text, client: { name, email } },
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes: ["/api/tickets", "/api/cms/counts"],
    says: () => t("ticketList.open.done"),
  });
  const { mail } = useDesk();
  const schema = useMemo(() => {
    const filled = z.string().trim().min(1, t("work.form.fill"));
    return z.object({ name: filled, email: z.string().trim(), subject: filled, text: filled });
  }, [t]);
  const form = useFormWithDraft({ draft: draftKey(useMe().id, "ticket.new"), blank: BLANK, schema, refusal: useAsNamedHere(refusal) });
  const submit = async (values: z.output<typeof schema>) => {
    const sent = await run(values);
    if (sent.state !== "done") return;
    form.discard();
    onClose();
    await navigate(paths.ticket(sent.result.id));
  };
  const isElsewhere = refusal !== null && !(refusal instanceof ApiError && Object.keys(refusal.fields).length > 0);
  return (
    <FormDialog
      words={{ title: t("ticketList.open.title"), description: t("ticketList.open.text"), action: t("ticketList.open.action") }}
      look="wide"
      of={form}
      refused={isElsewhere ? sayUnknown(refusal, t) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="wide">
        <CompanyPicker chosen={company} onChoose={setCompany} />
      </div>
      <LineField name="name" label={t("ticketList.open.name")} maxLength={LONGEST.name} />
      <LineField name="email" type="email" label={t("ticketList.open.email")} hint={t(mail ? "ticketList.open.emailHint" : "ticketList.open.noMail")} maxLength={LONGEST.email} />
      <div className="wide">
        <LineField name="subject" label={t("ticketList.open.subject")} maxLength={LONGEST.subject} />
      </div>
      <div className="wide">
        <TextField name="text" label={t("ticketList.open.words")} rows={6} maxLength={LONGEST.text} />
      </div>
    </FormDialog>
  );
}

/** The refusal with the client's fields renamed to those of the form. */
function useAsNamedHere(refusal: unknown): unknown {
  return useMemo(() => {
    if (!(refusal instanceof ApiError)) return refusal;
    const fields = Object.entries(refusal.fields).map(([name, said]) => [name.replace(/^client\./, ""), said] as const);
    return new ApiError(refusal.status, { code: refusal.code, message: refusal.message, fields: Object.fromEntries(fields) });
  }, [refusal]);
}
