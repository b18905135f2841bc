import css from "./chart.module.css";
import type { Series } from "./series";

interface Props {
  of: readonly Series[];
  /** Names what is dashed, with its band. */
  expected?: string;
  /** Names the ring: what is measured where more is expected. */
  soFar?: string;
}

/** The legend of a `SeriesChart`, for the head of its card. */
export function SeriesLegend({ of, expected, soFar }: Props) {
  return (
    <ul className={css.legend}>
      {of.map(({ name, draw, values, tone = "plain" }) => (
        <li key={name}>
          <i className={[draw === "bars" ? css.bar : values.filter((value) => value !== null).length === 1 ? css.dot : css.stroke, css[tone]].join(" ")} />
          <bdi>{name}</bdi>
        </li>
      ))}
      {soFar && (
        <li>
          <i className={css.dot} />
          <bdi>{soFar}</bdi>
        </li>
      )}
      {expected && (
        <li>
          <i className={`${css.stroke} ${css.dashed}`} />
          <bdi>{expected}</bdi>
        </li>
      )}
    </ul>
  );
}
