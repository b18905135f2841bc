import type { ComponentProps } from "react";

/** The email address by which somebody signs in. */
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
