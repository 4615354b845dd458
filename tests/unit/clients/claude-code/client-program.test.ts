// Finding the client and its version, without starting it where a file says it.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { findClient, hasServerHooks } from "../../../../src/clients/claude-code/client-program.ts";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { put, putProgram, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";
let sound: Surroundings;
const never = () => {
  throw new Error("nothing may be started");
};

beforeEach(() => {
  root = folder();
  sound = soundSurroundings(root);
});

it("there is none", () => {
  expect(findClient(sound, never)).toBe(null);
});

it("of an npm package, by what the package says", () => {
  const program = putProgram(join(root, "lib", "node_modules", "@anthropic-ai", "claude-code", "bin", "claude.exe"));
  put(join(program, "..", "..", "package.json"), { name: "@anthropic-ai/claude-code", version: "2.1.329" });
  symlinkSync(program, join(root, "bin", "claude"));
  expect(findClient(sound, never)).toEqual({ path: join(root, "bin", "claude"), version: "2.1.329" });
});

it("of any other program, by what it answers", () => {
  const path = putProgram(join(root, "bin", "claude"));
  put(join(root, "package.json"), { name: "something", version: "9.9.9" });
  expect(findClient(sound, (program, words) => `${program === path && words.join()} 2.1.7 (Claude Code)\n`)).toEqual({
    path,
    version: "2.1.7",
  });
  expect(findClient(sound, () => null)).toEqual({ path, version: null });
  expect(findClient(sound, () => "no number")).toEqual({ path, version: null });
});

it("where its own installer puts it, though PATH does not say so", () => {
  mkdirSync(join(sound.home, ".local", "bin"), { recursive: true });
  const path = putProgram(join(sound.home, ".local", "bin", "claude"));
  expect(findClient(sound, () => "2.1.329")?.path).toBe(path);
});

it("hooks reach the server from 2.1.300 on", () => {
  expect(["2.1.300", "2.1.329", "2.2.0", "3.0.1", "2.10.0"].map(hasServerHooks)).toEqual(Array(5).fill(true));
  expect(["2.1.299", "2.0.999", "1.9.400", "2.1.30"].map(hasServerHooks)).toEqual(Array(4).fill(false));
});
