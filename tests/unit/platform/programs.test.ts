// Running other programs: found where they may be, bounded, and with nothing of helix's own environment.

import { chmodSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { findProgram, type ProgramRun, systemPrograms } from "../../../src/platform/programs.ts";
import { makeScratchFolder } from "../../../src/platform/scratch-folder.ts";
import { isAlive } from "../../../src/platform/temporary-file.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const newFolder = useFolders("each");
const LIMIT_MS = 60_000;

async function run(words: readonly string[], changed: Partial<ProgramRun> = {}): Promise<{ by: string; text: string }> {
  let text = "";
  const { by } = await systemPrograms.run({
    path: "/bin/sh",
    words,
    directory: "/",
    environment: { PATH: "/usr/bin:/bin" },
    limitMs: LIMIT_MS,
    receive(bytes) {
      text += new TextDecoder().decode(bytes);
      return true;
    },
    ...changed,
  });
  return { by, text };
}

test("a program is found in absolute folders that are trusted, and nowhere else", () => {
  const [folder, distrusted] = [newFolder(), newFolder()];
  for (const place of [folder, distrusted]) {
    writeFileSync(join(place, "tool"), "#!/bin/sh\n");
    chmodSync(join(place, "tool"), 0o755);
    writeFileSync(join(place, "text"), "");
    mkdirSync(join(place, "folder"));
  }
  symlinkSync(join(distrusted, "tool"), join(folder, "link"));
  const find = (name: string, path: string) => systemPrograms.find(name, path, distrusted);
  expect(find("tool", `${distrusted}:.::bin:${folder}/none:${folder}`)).toBe(join(folder, "tool"));
  for (const name of ["text", "folder", "link", "none"]) expect([name, find(name, folder)]).toEqual([name, null]);
  expect(find("tool", distrusted)).toBeNull();
  expect(find("tool", "")).toBeNull();
});

test("a program that only asks to install the real one counts where the real one is", () => {
  const [folder, usual, chosen, links] = [newFolder(), newFolder(), newFolder(), newFolder()].map((each) =>
    realpathSync(each),
  ) as [string, string, string, string];
  const program = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "#!/bin/sh\n");
    chmodSync(path, 0o755);
  };
  program(join(folder, "git"));
  symlinkSync(join(folder, "git"), join(links, "git"));
  // As `xcode-select` links to an Xcode in another place.
  const tools = [join(links, "chosen/usr/bin"), join(usual, "usr/bin")];
  const find = (path: string) => findProgram("git", path, "/none", { folder, tools });
  for (const path of [folder, `${folder}/`, links]) expect([path, find(path)]).toEqual([path, null]);
  expect(findProgram("git", folder, "/none")).toBe(join(folder, "git"));
  program(join(chosen, "usr/bin/git"));
  symlinkSync(chosen, join(links, "chosen"));
  expect([find(folder), find(links)]).toEqual([join(folder, "git"), join(links, "git")]);
  program(join(usual, "own/git"));
  expect(find(`${join(usual, "own")}:${folder}`)).toBe(join(usual, "own/git"));
});

test("a program sees the environment, the folder and the input that it is given, and no other", async () => {
  const folder = newFolder();
  vi.stubEnv("HELIX_SECRET", "1");
  const program = 'echo "$HELIX_SECRET,$OWN"; pwd; cat';
  const environment = { PATH: "/usr/bin:/bin", OWN: "own" };
  const given = await run(["-c", program], { environment, directory: folder, input: "line\n" });
  expect(given).toEqual({ by: "exit", text: `,own\n${realpathSync(folder)}\nline\n` });
  expect((await run(["-c", "cat"])).text).toBe("");
});

test("a run ends at its limit with all that it started, and when its reader has enough", async () => {
  const { by, text } = await run(["-c", "sleep 600 & echo $!; wait"], { limitMs: 300 });
  expect(by).toBe("time");
  expect(Number(text)).toBeGreaterThan(1);
  await vi.waitFor(() => expect(isAlive(Number(text))).toBe(false), { timeout: LIMIT_MS });
  let pieces = 0;
  const flood = await run(["-c", "yes"], { receive: () => ++pieces < 3 });
  expect(flood.by).toBe("reader");
  expect(pieces).toBe(3);
});

test("a program that is not there, fails or complains is told apart", async () => {
  const end = (path: string, words: readonly string[]) =>
    systemPrograms.run({ path, words, directory: "/", environment: {}, limitMs: LIMIT_MS, receive: () => true });
  expect(await end("/none/at/all", [])).toMatchObject({ by: "failed", code: null });
  expect(await end("/bin/sh", ["-c", "echo no >&2; exit 3"])).toEqual({ by: "exit", code: 3, complaint: "no\n" });
});

test("a temporary folder holds what it is given; those of processes that are gone are removed", () => {
  const parent = join(newFolder(), "not", "there");
  const first = makeScratchFolder([parent], { "a/b": "text" }, { link: "/elsewhere" });
  mkdirSync(join(parent, ".scratch-99999999-abcdef"));
  mkdirSync(join(parent, "other"));
  const second = makeScratchFolder([parent], {});
  expect(readdirSync(parent).sort()).toEqual(
    [first.path, second.path, "other"].map((path) => path.split("/").pop()).sort(),
  );
  expect(readdirSync(first.path).sort()).toEqual(["a", "link"]);
  for (const each of [first, second]) each.remove();
  expect(readdirSync(parent)).toEqual(["other"]);
  writeFileSync(join(parent, "file"), "");
  const file = join(parent, "file");
  expect(() => makeScratchFolder([file], {})).toThrow(/^cannot make a temporary folder in .*file: /);
  const elsewhere = makeScratchFolder([file, parent], {});
  expect(dirname(elsewhere.path)).toBe(parent);
  elsewhere.remove();
});
