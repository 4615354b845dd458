// The parser reads a tree ahead of the questions: what it said is saved once, serves every process, follows the tree,
// and does not depend on any of it going well.

import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { decodeParsed } from "../../../../src/code/parse/parsed-codec.ts";
import { PARSING_LOCK } from "../../../../src/code/store/code-parsing.ts";
import type { CodeServicePorts } from "../../../../src/code/store/code-service.ts";
import type { CodeView } from "../../../../src/code/store/code-view.ts";
import { threadParser } from "../../../../src/code/store/thread-parser.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import { codeService, servicePorts } from "../../../support/code-index.ts";
import { putFiles } from "../../../support/code-ports.ts";
import { git, makeRepository } from "../../../support/git-repository.ts";
import { systemError } from "../../../support/memory-file-system.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");
let [root, folder, own] = ["", "", ""];

const service = (changed: Partial<CodeServicePorts> = {}) => codeService(root, folder, own, changed);
const filesNamed = (end: string) => readdirSync(folder).filter((name) => name.endsWith(end));
/** A parser that counts what it is asked for. */
function counting(asked: string[][]): CodeServicePorts["parser"] {
  const { parser } = servicePorts(root, own);
  return {
    ...parser,
    parse: (at, paths) =>
      parser.parse(
        at,
        paths.filter((path) => asked.push([path]) > 0),
      ),
  };
}
/** The names that a file refers to, as the view has them. */
function namesIn(view: CodeView, path: string): string[] | null {
  const bytes = view.parsed.get(path);
  const content = view.tree.read(path);
  if (bytes === null || !("text" in content)) return null;
  return decodeParsed(bytes, content.text)!.parsed?.references.map(({ name }) => name) ?? null;
}

beforeEach(() => {
  own = newFolder();
  root = makeRepository(join(newFolder(), "app"));
  folder = join(newFolder(), "code", "0123456789abcdef");
  putFiles(root, {
    "a.ts": 'import { beta } from "./in/b";\nexport function alpha() {\n  return beta();\n}\n',
    "in/b.ts": "export function beta() {}\n",
    "broken.ts": `export const a = ${"(".repeat(3000)}1;\n`,
    "README.md": "# app\n",
  });
});

test("all code is parsed and saved; another process finds it", async () => {
  const first = service();
  expect((await first.view()).parsed.missing()).toEqual(["a.ts", "broken.ts", "in/b.ts"]);
  const steps: string[] = [];
  await first.parseAll((done, total) => steps.push(`${done} of ${total}`));
  expect(steps).toEqual(["3 of 3"]);
  const asked: string[][] = [];
  for (const each of [first, service({ parser: counting(asked) })]) {
    const view = await each.view();
    expect(view.parsed.missing()).toEqual([]);
    expect([namesIn(view, "a.ts"), namesIn(view, "broken.ts"), namesIn(view, "README.md")]).toEqual([
      ["beta"],
      null,
      null,
    ]);
    await each.parseAll();
  }
  expect(asked).toEqual([]);
  expect(filesNamed(".parsed").length).toBe(1);
});

test("what changes is parsed anew, what is moved or comes back is not", async () => {
  const asked: string[][] = [];
  const kept = service({ parser: counting(asked) });
  await kept.parseAll();
  git(root, "add", ".");
  git(root, "commit", "-qm", "first");
  asked.length = 0;
  putFiles(root, { "a.ts": "export function alpha() {\n  return gamma();\n}\n" });
  expect((await kept.view()).parsed.missing()).toEqual(["a.ts"]);
  expect(namesIn(await kept.view(), "a.ts")).toBeNull();
  await kept.parseAll();
  expect(namesIn(await kept.view(), "a.ts")).toEqual(["gamma"]);
  git(root, "stash");
  git(root, "mv", "in", "out");
  const view = await kept.view();
  expect([view.parsed.missing(), namesIn(view, "a.ts"), namesIn(view, "out/b.ts")]).toEqual([[], ["beta"], []]);
  expect(asked).toEqual([["a.ts"]]);
});

test("a process that stays parses ahead of the questions, unless there is next to nothing to parse", async () => {
  const asked: string[][] = [];
  const parser = counting(asked);
  await service({ parser, parsesAhead: true }).view();
  expect(asked).toEqual([]);
  putFiles(
    root,
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}.ts`, `export const n${at} = 1;\n`])),
  );
  const ahead = service({ parser, parsesAhead: true });
  await ahead.view();
  await ahead.parseAll();
  expect(asked.length).toBe(33);
  await service({ parser, parsesAhead: false }).view();
  expect(asked.length).toBe(33);
});

test("while another process parses, this one leaves it to that", async () => {
  const asked: string[][] = [];
  const kept = service({ parser: counting(asked) });
  await kept.view();
  await kept.save();
  const lock = diskFileSystem.tryLock(join(folder, PARSING_LOCK))!;
  await kept.parseAll();
  expect(asked).toEqual([]);
  lock.release();
  await kept.parseAll();
  expect(asked.length).toBe(3);
});

test("a file that ends the parser keeps no other from being read, and is not tried again", async () => {
  const asked: string[][] = [];
  const { parser } = servicePorts(root, own);
  const parse: typeof parser.parse = async (at, paths) => {
    asked.push([...paths]);
    if (paths.includes("a.ts")) throw new Error("the thread ended");
    return parser.parse(at, paths);
  };
  const kept = service({ parser: { ...parser, parse } });
  await kept.parseAll();
  const view = await kept.view();
  expect([view.parsed.missing(), namesIn(view, "in/b.ts"), view.parsed.get("a.ts")]).toEqual([[], [], null]);
  await kept.parseAll();
  expect(asked).toEqual([["a.ts", "broken.ts", "in/b.ts"], ["a.ts"], ["broken.ts"], ["in/b.ts"]]);
});

test("without room on the disk it serves from memory, and says so", async () => {
  const first = service();
  await first.view();
  await first.save();
  const open: typeof diskFileSystem.open = (path, mode) => {
    if (path.endsWith(".parsed")) throw systemError("ENOSPC");
    return diskFileSystem.open(path, mode);
  };
  const full = service({ disk: { ...diskFileSystem, open } });
  await full.parseAll();
  const view = await full.view();
  expect([view.parsed.missing(), namesIn(view, "a.ts")]).toEqual([[], ["beta"]]);
  expect(view.remarks.join()).toContain("could not be saved");
  expect(filesNamed(".parsed")).toEqual([]);
});

test("files that are lost or damaged are parsed again, and nothing else is", async () => {
  await service().parseAll();
  const chunks = filesNamed(".chunks");
  writeFileSync(join(folder, filesNamed(".parsed")[0]!), "damaged");
  const second = service();
  expect((await second.view()).parsed.missing().length).toBe(3);
  await second.parseAll();
  rmSync(join(folder, filesNamed(".parsed")[0]!));
  const third = service();
  await third.parseAll();
  expect(namesIn(await third.view(), "a.ts")).toEqual(["beta"]);
  expect([filesNamed(".chunks"), filesNamed(".parsed").length]).toEqual([chunks, 1]);
});

test("what an answer parsed is saved with the rest", async () => {
  const first = service();
  await first.parseAll();
  const view = await first.view();
  const bytes = view.parsed.get("a.ts")!;
  rmSync(join(folder, filesNamed(".parsed")[0]!));
  const second = service();
  (await second.view()).parsed.put("a.ts", bytes);
  await second.save();
  expect((await service().view()).parsed.missing()).toEqual(["broken.ts", "in/b.ts"]);
});

test("two threads say what one process says", async () => {
  for (let at = 0; at < 100; at++)
    putFiles(root, { [`m/n${at}.ts`]: `export function f${at}() {\n  return f${at + 1}();\n}\n` });
  const parser = threadParser(true);
  const threaded = service({ parser });
  await threaded.parseAll();
  parser.close();
  const view = await threaded.view();
  const plain = codeService(root, join(own, "other"), own);
  await plain.parseAll();
  const other = await plain.view();
  expect(view.parsed.missing()).toEqual([]);
  for (const path of view.live.paths()) expect(view.parsed.get(path)).toEqual(other.parsed.get(path));
});
