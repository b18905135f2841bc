import type { ComponentProps } from "react";

/** The field for the email address of an account. */
export function EmailInput(control: ComponentProps<"input">) {
  return (
    <input
      {...control}
      className="input input-l"
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
