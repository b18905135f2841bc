import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { expect, test } from "vitest";

import { ApiError } from "@/api/error";
import { words } from "@/lib/words";

import { sayRefusal } from "./say-refusal";
import { sayUnknown } from "./say-unknown";

const SRC = resolve(import.meta.dirname, "../..");
const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));

test("a failure that nothing explains has the specification's sentence, and the code that finds it in the log", () => {
  const failed = new ApiError(500, { code: "internal", message: "Failed." }, "a3f9-77");
  expect(sayUnknown(failed, words.t)).toBe("An unknown error occurred. Please try again. a3f9-77");
  expect(sayUnknown(new TypeError("undefined"), words.t)).toBe("An unknown error occurred. Please try again.");
  expect(sayRefusal(failed, words.t)).toBe(sayUnknown(failed, words.t));
});

test("the sentence is said in one place only", () => {
  const users = sources.filter((file) => readFileSync(join(SRC, file), "utf8").includes("common.unknownError"));
  expect(users).toEqual([join("components", "desk", "say-unknown.ts")]);
  const writers = sources.filter((file) => readFileSync(join(SRC, file), "utf8").includes("An unknown error occurred"));
  expect(writers).toEqual([join("lib", "words", "en", "common.ts")]);
});
