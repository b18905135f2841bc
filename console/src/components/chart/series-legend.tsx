import css from "./chart.module.css";
import type { Series } from "./series";

interface Props {
  of: readonly Series[];
  /** The name of the dashed line and its band. */
  expected?: string;
  /** The name of the ring: a value measured so far, where more is expected. */
  soFar?: string;
}

/** The legend of a `SeriesChart`, for the header of its card. */
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
