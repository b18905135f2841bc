export const settings = {
  title: "Settings",
  kept: "Stored in this browser. Changes take effect immediately.",
  theme: { label: "Theme", light: "Light", dark: "Dark" },
  direction: { label: "Reading direction", ltr: "Left to right", rtl: "Right to left" },
  responsiveFontSizes: {
    label: "Responsive font sizes",
    hint: "Text grows one step on very wide screens. When off, the browser’s font size is used everywhere.",
  },
  singleKeys: {
    label: "Single-key shortcuts",
    hint: "Keys such as J, N, / or G then M act without Ctrl. When off, only Enter, Escape and keys with Ctrl work. Screen readers and speech input may need this.",
  },
  restore: "Restore the defaults",
} as const;
