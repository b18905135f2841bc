import type { ReactNode } from "react";

interface Props {
  /** Value and name of each number; null entries are left out. */
  of: readonly (readonly [value: ReactNode, name: string] | null)[];
}

/** The numbers of a thing in one line; on a phone in two columns. */
export function Figures({ of }: Props) {
  return (
    <div className="figures two">
      {of.map(
        (figure) =>
          figure && (
            <div key={figure[1]}>
              <b>
                <bdi>{figure[0]}</bdi>
              </b>
              <span>{figure[1]}</span>
            </div>
          ),
      )}
    </div>
  );
}
