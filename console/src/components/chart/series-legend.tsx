import css from "./chart.module.css";
import type { Series } from "./series";

/** The legend of a `SeriesChart`, for the head of its card. `expected` names what is dashed, with its band. */
export function SeriesLegend({ of, expected }: { of: readonly Series[]; expected?: string }) {
  return (
    <ul className={css.legend}>
      {of.map(({ name, draw, tone = "plain" }) => (
        <li key={name}>
          <i className={[draw === "bars" ? css.bar : css.stroke, css[tone]].join(" ")} />
          <bdi>{name}</bdi>
        </li>
      ))}
      {expected && (
        <li>
          <i className={`${css.stroke} ${css.dashed}`} />
          <bdi>{expected}</bdi>
        </li>
      )}
    </ul>
  );
}
