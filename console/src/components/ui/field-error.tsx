import { CircleAlert } from "lucide-react";
import { createContext, use } from "react";

import { Icon } from "./icon";

/** Whether field errors are announced at once, as alerts. */
export const AlertContext = createContext(false);

/** The error of a field, below it. */
export function FieldError({ id, children }: { id: string; children: string }) {
  const alert = use(AlertContext);
  return (
    <p className="error" id={id} role={alert ? "alert" : undefined}>
      <Icon of={CircleAlert} />
      {children}
    </p>
  );
}
