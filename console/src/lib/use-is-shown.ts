import { useCallback, useEffect, useRef } from "react";
import { type To, useNavigate } from "react-router-dom";

/** Whether the component is still mounted, to check once an answer has arrived. */
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

/** Navigates, unless the component was closed meanwhile: the person has then moved on to something else. */
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
