export const chart = {
  role: "chart",
  median: "Median",
  eightOfTen: "8 of 10",
  expected: "{{name}}, expected",
  range: "{{low}} to {{high}}",
  value: "{{name}}: {{value}}",
  nothing: "–",
} as const;
