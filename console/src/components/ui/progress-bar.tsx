/** The thin bar along the top edge while a session or a page is loading. */
export function ProgressBar({ label }: { label: string }) {
  return (
    <div className="top-progress" role="progressbar" aria-label={label}>
      <span />
    </div>
  );
}
