import { Check, Circle } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Icon } from "@/components/ui/icon";

const MIN_LENGTH = 8; // spec, section 9
/** The rules of spec, section 5; the server checks them too. */
const RULES = {
  length: (password: string) => password.length >= MIN_LENGTH,
  lower: (password: string) => /\p{Ll}/u.test(password),
  upper: (password: string) => /\p{Lu}/u.test(password),
};

/** The rules, each marked if the typed password meets it. */
export function PasswordRules({ of: password }: { of: string }) {
  const { t } = useTranslation();
  return Object.entries(RULES).map(([name, isMet]) => {
    const rule = t(`session.register.rules.${name as keyof typeof RULES}`);
    const met = isMet(password);
    return (
      <span key={name} className={met ? "row is-met" : "row"}>
        <Icon of={met ? Check : Circle} />
        <span aria-hidden>{rule}</span>
        <span className="sr">{t(met ? "session.register.met" : "session.register.unmet", { rule })}</span>
      </span>
    );
  });
}
