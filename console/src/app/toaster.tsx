import { CircleCheck, CircleX } from "lucide-react";
import { useEffect } from "react";
import { toast, Toaster as Sonner } from "sonner";

import { Icon } from "@/components/ui/icon";
import { FAILURE_MS, NOTIFICATION_MS, notifications } from "@/lib/notifications";
import { useSettings } from "@/lib/settings";

/** Top centre, one at a time; a sentence that is already on screen is not added again. */
export function Toaster() {
  const { direction, theme } = useSettings();
  useEffect(() => {
    const ends = new Map<string, ReturnType<typeof setTimeout>>();
    const hide = (sentence: string) => {
      clearTimeout(ends.get(sentence));
      ends.delete(sentence);
      toast.dismiss(sentence);
    };
    const stop = notifications.drawWith({
      show: (sentence, { action, about, failed = false }) => {
        clearTimeout(ends.get(sentence));
        toast[failed ? "error" : "success"](sentence, {
          id: sentence,
          duration: failed ? FAILURE_MS : NOTIFICATION_MS,
          description: about,
          action: action && { label: action.label, onClick: action.run },
        });
        // hovering stops the three seconds of display, but must not extend the time in which the action works
        if (action) ends.set(sentence, setTimeout(() => hide(sentence), action.forMs));
      },
      hide,
    });
    return () => {
      ends.forEach((timer) => clearTimeout(timer));
      stop();
    };
  }, []);
  return (
    <Sonner
      position="top-center"
      duration={NOTIFICATION_MS}
      visibleToasts={1}
      dir={direction}
      theme={theme}
      offset={16}
      mobileOffset={16}
      icons={{ success: <Icon of={CircleCheck} />, error: <Icon of={CircleX} /> }}
      toastOptions={{ unstyled: true, classNames: { toast: "toast", actionButton: "btn btn-s" } }}
    />
  );
}
