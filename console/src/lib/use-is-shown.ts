import { useCallback, useEffect, useRef } from "react";
import { type To, useNavigate } from "react-router-dom";

/** Whether the component is still on the page: to ask when an answer has come. */
export function useIsShown(): () => boolean {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}

/** Goes to another page, unless the component was closed: whoever closed it has gone on with something else. */
export function useNavigateIfShown(): (to: To) => Promise<void> {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return useCallback(
    async (to) => {
      if (isShown()) await navigate(to);
    },
    [isShown, navigate],
  );
}
