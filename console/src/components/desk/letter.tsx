/** A letter as its recipient sees it: the subject, and the body with its line breaks. */
export function Letter({ subject, body }: { subject: string; body: string }) {
  return (
    <div className="letter">
      <p className="strong" dir="auto">
        {subject}
      </p>
      <p className="letter-body" dir="auto">
        {body}
      </p>
    </div>
  );
}
