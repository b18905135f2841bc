import { CircleCheck } from "lucide-react";
import { Toaster } from "sonner";

import { Icon } from "@/components/ui/icon";
import { NOTIFICATION_MS } from "@/lib/notifications";
import { useSettings } from "@/lib/settings";

/** Where notifications appear: top centre, one at a time. */
export function Toasts() {
  const { direction, theme } = useSettings();
  return (
    <Toaster
      position="top-center"
      duration={NOTIFICATION_MS}
      visibleToasts={1}
      dir={direction}
      theme={theme}
      offset={16}
      icons={{ success: <Icon of={CircleCheck} /> }}
      toastOptions={{ unstyled: true, classNames: { toast: "toast" } }}
    />
  );
}
