import { useCurrentTitle } from "@/lib/page-title";

/** Tells screen readers which page is shown, as a page load would. */
export function PageAnnouncer() {
  return (
    <p className="sr" aria-live="polite">
      {useCurrentTitle()}
    </p>
  );
}
