import type { ReactNode } from "react";

/** The facts of a thing: names and values, side by side. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode] | false)[] }) {
  return (
    <dl className="facts">
      {of.map(
        (fact) =>
          fact && (
            <div key={fact[0]} className="facts-row">
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
