import type { MouseEvent } from "react";

import styles from "./testimonial.module.css";

interface Props {
  /** 0 to 100 for each part; empty where none was made. */
  levels: readonly number[];
  /** 0 to 1. */
  played: number;
  loop: { from: number; to: number | null } | null;
  /** In seconds. */
  length: number;
  /** The part of the whole that was pressed, 0 to 1. */
  onChoose: (part: number) => void;
}

/** How loud each part is. For the eye and the pointer alone: the slider below says and does the same. */
export function Waveform({ levels, played, loop, length, onChoose }: Props) {
  if (levels.length === 0) return null;
  const press = (event: MouseEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onChoose((event.clientX - left) / width);
  };
  const to = loop?.to ?? null;
  return (
    <svg className={styles.waveform} viewBox={`0 0 ${levels.length} 100`} preserveAspectRatio="none" aria-hidden onClick={press}>
      {loop && to !== null && length > 0 && (
        <rect
          className={styles.looped}
          x={(loop.from / length) * levels.length}
          width={((to - loop.from) / length) * levels.length}
          y={0}
          height={100}
        />
      )}
      {levels.map((level, place) => (
        <rect
          key={place}
          className={place < played * levels.length ? styles.played : undefined}
          x={place + 0.15}
          width={0.7}
          y={50 - Math.max(level, 2) / 2}
          height={Math.max(level, 2)}
        />
      ))}
    </svg>
  );
}
