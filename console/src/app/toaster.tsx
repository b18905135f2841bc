import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { toast, Toaster as Sonner } from "sonner";

import { Icon } from "@/components/ui/icon";
import { NOTIFICATION_MS, notifications } from "@/lib/notifications";
import { useSettings } from "@/lib/settings";

/** Top centre, one at a time; a sentence already on screen is not shown again. */
export function Toaster() {
  const { direction, theme } = useSettings();
  useEffect(
    () =>
      notifications.drawWith((sentence, action) =>
        toast.success(sentence, {
          id: sentence,
          duration: NOTIFICATION_MS,
          action: action && { label: action.label, onClick: action.run },
        }),
      ),
    [],
  );
  return (
    <Sonner
      position="top-center"
      duration={NOTIFICATION_MS}
      visibleToasts={1}
      dir={direction}
      theme={theme}
      offset={16}
      mobileOffset={16}
      icons={{ success: <Icon of={CircleCheck} /> }}
      toastOptions={{ unstyled: true, classNames: { toast: "toast", actionButton: "btn btn-s" } }}
    />
  );
}
