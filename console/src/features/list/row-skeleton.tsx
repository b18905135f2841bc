import { Skeleton } from "@/components/ui/skeleton";

const SHAPES = [
  ["58%", "80%"],
  ["44%", "66%"],
  ["62%", "72%"],
  ["50%", "58%"],
] as const;

/** Placeholder rows, as high as the real ones. */
export function RowSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => {
    const [name, line] = SHAPES[index % SHAPES.length] ?? SHAPES[0];
    return (
      <div className="queue-row" key={index} aria-hidden>
        <span className="skeleton-line">
          <Skeleton width={name} />
        </span>
        <span className="skeleton-line">
          <Skeleton width="64px" />
        </span>
        <span className="line skeleton-line">
          <Skeleton width={line} />
        </span>
        <span className="foot">
          <Skeleton width="72px" />
        </span>
      </div>
    );
  });
}
