import { useTranslation } from "react-i18next";

import { COUNTRIES } from "./countries";

/** The name of a country by its number. */
export function CountryName({ of: number }: { of: number }) {
  const { t } = useTranslation();
  const country = COUNTRIES.find((known) => known.number === number);
  return country ? t(country.name) : null;
}
