// `.helix.json` as whoever wrote a repository may make it: whatever it is, reading it ends, throws nothing, says one line
// and does nothing but narrow. Hooks read the same of it as all others.

import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readConfiguration } from "../../src/config/configuration.ts";
import { readHookSettings } from "../../src/config/lean.ts";
import { PROJECT_FILE, type SettingSources, USER_FILE } from "../../src/config/setting-file.ts";
import { SETTING_NAMES } from "../../src/config/settings.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";
import { libcFiles } from "../../src/platform/libc-files.ts";
import { useFolders } from "../support/temporary-folder.ts";

const newFolder = useFolders("each");
let [directory, root, outside, file] = ["", "", "", ""];

beforeEach(() => {
  const folder = newFolder();
  [directory, root, outside] = ["kb", "shop", "outside"].map((name) => join(folder, name)) as [string, string, string];
  for (const each of [directory, root, outside]) mkdirSync(each, { mode: 0o700 });
  file = join(root, PROJECT_FILE);
});

const sources = (files: SettingSources["files"] = diskFiles): SettingSources => ({
  files,
  directory,
  root,
  environment: {},
  user: process.geteuid?.() ?? null,
});

/** What holds, and what is said; by Node's calls and by the C library's. */
function outcome() {
  const configuration = readConfiguration(sources());
  const byLibc = readConfiguration(sources(libcFiles));
  const texts = configuration.problems.map(({ text }) => text);
  expect(byLibc.problems).toEqual(configuration.problems);
  for (const files of [diskFiles, libcFiles]) {
    expect(readHookSettings(sources(files))).toEqual({
      "code.context": configuration.value("code.context"),
      "code.index": configuration.value("code.index"),
      "hooks.speak": configuration.value("hooks.speak"),
      "economy.filters": configuration.value("economy.filters"),
      "economy.intercept": configuration.value("economy.intercept"),
    });
  }
  for (const text of texts) expect(text).toMatch(/^[\x20-\x7e…]{1,400}$/);
  const set = SETTING_NAMES.filter((name) => configuration.origin(name).source !== "default");
  return { configuration, texts, set };
}

const OFF = '{"hooks.speak":"off"}';

describe("what is no file of the project counts as absent", () => {
  test.each([
    [
      "a link out of the project",
      () => {
        writeFileSync(join(outside, "x"), OFF);
        symlinkSync(join(outside, "x"), file);
      },
      "is a link out of the project",
    ],
    [
      "a link through a folder that is one",
      () => {
        writeFileSync(join(outside, "x"), OFF);
        symlinkSync(outside, join(root, "in"));
        symlinkSync("in/x", file);
      },
      "is a link out of the project",
    ],
    [
      "a link to the user's own file",
      () => {
        writeFileSync(join(directory, USER_FILE), "{}", { mode: 0o600 });
        symlinkSync(join(directory, USER_FILE), file);
      },
      "is a link out of the project",
    ],
    ["a FIFO", () => void Bun.spawnSync(["mkfifo", file]), "is no file"],
    ["a device", () => symlinkSync("/dev/zero", file), "is no file"],
    ["a folder", () => mkdirSync(file), "is no file"],
    [
      "a gigabyte",
      () => {
        writeFileSync(file, OFF);
        truncateSync(file, 2 ** 30);
      },
      "is longer than 64 kB, or cannot be read",
    ],
    [
      "bytes that are no UTF-8",
      () => writeFileSync(file, Buffer.from(`{"hooks.speak":"off","x\xff":1}`, "latin1")),
      "is not in UTF-8",
    ],
    ["UTF-16", () => writeFileSync(file, Buffer.from(`\uFEFF${OFF}`, "utf16le")), "is not in UTF-8"],
    ["NUL bytes", () => writeFileSync(file, "\0".repeat(100)), "is no JSON (line 1: "],
    ["arrays nested 30,000 deep", () => writeFileSync(file, "[".repeat(30_000) + "]".repeat(30_000)), "is "],
    ["objects nested 9,000 deep", () => writeFileSync(file, '{"a":'.repeat(9000)), "is "],
    ["a text", () => writeFileSync(file, '"hooks.speak: off"'), "is no JSON object"],
    ["a comma too many", () => writeFileSync(file, '{"hooks.speak":"off",}'), "is no JSON (line 1: "],
  ])("%s", (_, make, why) => {
    make();
    const { texts, set } = outcome();
    expect(set).toEqual([]);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain(`${file} ${why}`);
    expect(texts[0]!.endsWith(": it counts as absent")).toBe(true);
  });

  test("a link that leads nowhere, and one in a circle, are nothing", () => {
    for (const target of ["nowhere", PROJECT_FILE]) {
      symlinkSync(target, file);
      expect(outcome()).toMatchObject({ texts: [], set: [] });
      rmSync(file);
    }
  });
});

describe("what is one", () => {
  test("narrows through a link in the project, with a second name, open to all, and behind a byte order mark", () => {
    writeFileSync(join(root, "real"), `\uFEFF${OFF}`);
    symlinkSync("real", file);
    expect(outcome()).toMatchObject({ texts: [], set: ["hooks.speak"] });
    rmSync(file);
    linkSync(join(root, "real"), file);
    chmodSync(file, 0o666);
    expect(outcome()).toMatchObject({ texts: [], set: ["hooks.speak"] });
  });

  test("names that mean something to programs mean nothing here", () => {
    const text =
      '{"__proto__":{"hooks.speak":"off"},"constructor":{"prototype":{"value":1}},"code":{"__proto__":{"context":"off"},' +
      '"toString":"off"},"hooks":{"__proto__":"off","constructor":1},"hasOwnProperty":1}';
    writeFileSync(file, text);
    const { texts, set } = outcome();
    expect(set).toEqual([]);
    expect(texts.every((each) => each.includes(" is no setting"))).toBe(true);
    expect(texts).toHaveLength(7);
    expect(({} as Record<string, unknown>)["hooks.speak"]).toBeUndefined();
  });

  test("names that stand there twice cannot widen by that", () => {
    writeFileSync(join(directory, USER_FILE), '{"code.context":"off"}', { mode: 0o600 });
    for (const text of [
      '{"code.context":"off","code.context":"full"}',
      '{"code":{"context":"off","context":"full"}}',
      '{"code":{"context":"off"},"code":{"context":"full"}}',
      '{"code":{"context":"full"},"code.context":"full"}',
    ]) {
      writeFileSync(file, text);
      const { configuration, texts } = outcome();
      expect(configuration.value("code.context")).toBe("off");
      expect(texts.some((each) => each.includes("twice"))).toBe(true);
      expect(texts.some((each) => each.includes("a project may only narrow"))).toBe(true);
    }
  });

  test("names that pose as lines, colours or instructions are shown as harmless text", () => {
    const names = ["a\nb: on", "\u001b[31mred", "\u202eevil", "x".repeat(5000), "ok\u2028problem", "日本", "\u0000"];
    writeFileSync(file, JSON.stringify(Object.fromEntries(names.map((name) => [name, "y"]))));
    const { texts } = outcome();
    expect(texts).toHaveLength(names.length);
  });

  test("patterns that would take long to match are refused, and the rest match quickly", () => {
    const patterns = [
      `${"a*".repeat(30)}b`,
      "**/".repeat(50),
      `${"[!x]".repeat(100)}`,
      "ok/",
      "x".repeat(400),
      "[",
      "\\",
    ];
    writeFileSync(
      file,
      JSON.stringify({ "code.exclude": [...patterns, ...Array.from({ length: 5000 }, (_, at) => `p${at}`)] }),
    );
    const { configuration, texts } = outcome();
    expect(configuration.value("code.exclude").length).toBeLessThanOrEqual(200);
    expect(configuration.value("code.exclude")).toContain("ok/");
    expect(texts.join("\n")).toContain("has 5007 patterns: only the first 200 count");
  });
});
