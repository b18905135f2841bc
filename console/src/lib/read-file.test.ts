import { expect, test } from "vitest";

import { readText } from "./read-file";

test.each([
  ["UTF-8", [0x62, 0x6c, 0xc3, 0xb6, 0x64]],
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, 0x62, 0x6c, 0xc3, 0xb6, 0x64]],
  ["Windows-1252", [0x62, 0x6c, 0xf6, 0x64]],
  ["UTF-16", [0xff, 0xfe, 0x62, 0, 0x6c, 0, 0xf6, 0, 0x64, 0]],
])("a file in %s loses no letter", async (_name, bytes) => {
  expect(await readText(new Blob([new Uint8Array(bytes)]))).toBe("blöd");
});
