import { useCurrentTitle } from "@/lib/page-title";

/** Tells screen readers which page is shown now, where a page load would have. */
export function PageAnnouncer() {
  return (
    <p className="sr" aria-live="polite">
      {useCurrentTitle()}
    </p>
  );
}
