import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "@/components/ui/icon-button";

/**
 * A password that can be shown, for long ones typed by hand. The forms of this feature stand beside the form shell: no
 * draft may hold a password, and what a password manager fills in is read from the elements.
 */
export function PasswordInput({ isNew = false, ...control }: ComponentProps<"input"> & { isNew?: boolean }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <span className="input-with-button">
      <input
        name="password"
        {...control}
        className="input input-l"
        type={shown ? "text" : "password"}
        autoComplete={isNew ? "new-password" : "current-password"}
        spellCheck={false}
      />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label={t(shown ? "session.hidePassword" : "session.showPassword")}
        onClick={() => setShown(!shown)}
      />
    </span>
  );
}
