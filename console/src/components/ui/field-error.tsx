import { CircleAlert } from "lucide-react";
import { createContext, use } from "react";

import { Icon } from "./icon";

/** Whether what is wrong with a field is read out at once, as an alert. */
export const AlertContext = createContext(false);

/** What is wrong with a field, below it. */
export function FieldError({ id, children }: { id: string; children: string }) {
  const alert = use(AlertContext);
  return (
    <p className="error" id={id} role={alert ? "alert" : undefined}>
      <Icon of={CircleAlert} />
      {children}
    </p>
  );
}
