import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "@/components/ui/icon-button";

/**
 * A password that can be shown, for long ones typed by hand. The forms of this feature do not use the form shell: a
 * draft must not contain a password, and password managers fill in the elements without events.
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
