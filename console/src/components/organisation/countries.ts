/** The countries by number, in the order of spec, section 3, with the keys of their names. */
export const COUNTRIES = [
  { number: 1, name: "organisation.countries.unitedKingdom" },
  { number: 2, name: "organisation.countries.ireland" },
  { number: 3, name: "organisation.countries.newZealand" },
  { number: 4, name: "organisation.countries.australia" },
] as const;
