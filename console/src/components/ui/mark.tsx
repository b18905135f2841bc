/** The product's sign. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden>
      <rect x="1" y="1" width="24" height="24" rx="6" fill="var(--accent)" />
      <path d="M8 7.5h6.2a5.5 5.5 0 0 1 0 11H8z" fill="none" stroke="#fff" strokeWidth="2.2" strokeLinejoin="round" />
      <path d="M8 13h5.2" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
