/** Keys as printed on their caps: `g m` shows two. Hidden where there is no keyboard. */
export function Key({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {keys.split(" ").map((key, index) => (
        <kbd className="key" key={index}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
