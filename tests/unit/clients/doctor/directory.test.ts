// The look at the knowledge base directory and at what is in it. Nothing is changed by looking.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { checkDirectory } from "../../../../src/clients/doctor/directory.ts";
import { checkFiles, logFindings } from "../../../../src/clients/doctor/store-state.ts";
import { KnowledgeBase } from "../../../../src/notes/store/knowledge-base.ts";
import { inProcessMerger } from "../../../../src/notes/store/mergers.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import type { PathFacts } from "../../../../src/platform/path-facts.ts";
import { linesOf, realPaths, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

/** What is advised where the directory, which is the usual one, cannot be used. */
const ELSEWHERE = "export HELIX_KB=~/helix-notes  # or another directory of your own";

const folder = useFolders("each");
let base = "";
let sound: Surroundings;

beforeEach(() => {
  sound = { ...soundSurroundings(folder()), paths: { ...realPaths, freeBytes: () => 5_000_000_000 } };
  base = sound.directory;
});

async function storeTwo({ merge = false } = {}): Promise<void> {
  const options = {
    directory: base,
    files: diskFileSystem,
    merger: inProcessMerger(diskFileSystem, base),
    clock: () => 0,
  };
  const knowledge = new KnowledgeBase(options);
  const minutes = 29_000_000;
  for (const body of ["aaaa", "bbbb"]) await knowledge.change(() => [{ kind: "add", topic: "t", body, minutes }]);
  if (merge) await knowledge.mergeNow();
  knowledge.close();
}

const directoryLines = (changes: Partial<Surroundings> = {}) => linesOf(checkDirectory({ ...sound, ...changes }));
const fileLines = (changes: Partial<Surroundings> = {}) => linesOf(checkFiles({ ...sound, ...changes }));
const unsound = (lines: string[]) => lines.filter((line) => !line.startsWith("ok: "));
/** The paths with some of what is true of them replaced. */
const withFacts = (change: (path: string, facts: PathFacts) => Partial<PathFacts>) => ({
  ...sound.paths,
  facts: (path: string) => {
    const facts = realPaths.facts(path);
    return facts === null ? null : { ...facts, ...change(path, facts) };
  },
});

describe("checkDirectory", () => {
  it("of one that is not there yet", () => {
    expect(directoryLines()).toEqual([`ok: ${base} is not there yet: the first note creates it`]);
    expect(fileLines()).toEqual([]);
    expect(existsSync(base)).toBe(false);
    expect(
      directoryLines({ directory: "/proc/none/deeper", paths: { ...sound.paths, isWritable: () => false } }),
    ).toEqual([
      expect.stringMatching(
        /^problem: \/proc\/none\/deeper is not there, and cannot be created: \/\S* cannot be written to -> /,
      ),
    ]);
  });

  it("of a sound one, which it leaves as it is", async () => {
    await storeTwo({ merge: true });
    const before = readdirSync(base).map((name) => [name, statSync(join(base, name)).mtimeMs]);
    expect(directoryLines()).toEqual([
      `ok: ${base}`,
      "ok: only its owner may read it",
      "ok: it can be written to",
      "ok: 5.0 GB are free on its volume",
      "ok: the write lock works",
    ]);
    expect(fileLines()).toEqual(["ok: log: 2 entries, 42 bytes", "ok: index: sound, covers 42 of 42 bytes"]);
    expect(readdirSync(base).map((name) => [name, statSync(join(base, name)).mtimeMs])).toEqual(before);
  });

  it("of a file in its place, and of links", async () => {
    writeFileSync(base, "a file");
    expect(directoryLines()).toEqual([`problem: ${base} is no directory, a file stands in its place -> ${ELSEWHERE}`]);
    rmSync(base);
    const target = `${base} 2`;
    symlinkSync(target, base);
    expect(directoryLines()).toEqual([
      `problem: ${base} is a link that leads nowhere, which helix did not make -> ${ELSEWHERE}`,
    ]);
    mkdirSync(target, { mode: 0o700 });
    writeFileSync(join(target, "real.log"), "");
    chmodSync(join(target, "real.log"), 0o600);
    symlinkSync(join(target, "real.log"), join(target, "data.log"));
    symlinkSync("nowhere", join(target, "index.bin"));
    expect(unsound(directoryLines())).toEqual([
      `note: it is a link to ${target}`,
      `note: data.log is a link to ${target}/real.log: what replaces the file replaces the link`,
      `problem: index.bin is a link that leads nowhere, which helix did not make -> ${ELSEWHERE}`,
    ]);
  });

  it("of permissions that are too wide", async () => {
    await storeTwo();
    chmodSync(join(base, "data.log"), 0o644);
    const files = `permissions are wider than its owner needs: data.log 644 -> helix doctor --apply ${base}`;
    expect(unsound(directoryLines())).toEqual([`note: ${files}`]);
    chmodSync(base, 0o755);
    expect(unsound(directoryLines())).toEqual([
      `problem: its permissions are 755: others on this machine may get at the notes -> helix doctor --apply ${base}`,
      `problem: ${files}`,
    ]);
  });

  it("of another owner", async () => {
    await storeTwo();
    const paths = withFacts((path) => (path.endsWith("data.log") ? { owner: 4711 } : { owner: 1000 }));
    const what = "data.log belongs to another user (4711)";
    expect(unsound(directoryLines({ paths, user: 1000 }))).toEqual([
      `problem: ${what}: helix did not make that so, and only that user can give it back -> ${ELSEWHERE}`,
    ]);
    expect(unsound(directoryLines({ paths: withFacts(() => ({ owner: 4711 })), user: 0 }))).toEqual([
      "note: the directory, data.log, .lock belong to another user (4711)",
    ]);
    expect(unsound(directoryLines({ paths, user: null }))).toEqual([]);
  });

  it("of another owner in a directory that others may write to: it is not to be taken over at once", async () => {
    await storeTwo();
    mkdirSync(join(base, "sessions"), { mode: 0o700 });
    for (const name of ["one", "two"]) writeFileSync(join(base, "sessions", name), "", { mode: 0o600 });
    const theirs = (...names: string[]) =>
      withFacts((path) => ({
        owner: names.some((name) => path === join(base, name)) ? 4711 : 1000,
        ...(path === base ? { mode: 0o777 } : {}),
      }));
    const open = `problem: its permissions are 777: others on this machine may get at the notes, and put files of their own there; so hooks do not ask the server -> helix doctor --apply ${base}`;
    const first = `helix doctor --apply ${base}  # closes the directory; then look at the notes: helix inspect ${base}`;
    const lines = (paths: Surroundings["paths"], user = 1000) => unsound(directoryLines({ paths, user }));
    expect(lines(theirs())).toEqual([open]);
    expect(lines(theirs("data.log"))).toEqual([
      `problem: data.log belongs to another user (4711), who may have put there what is no note of yours -> ${first}`,
      open,
    ]);
    expect(lines(theirs("sessions", "sessions/one", "sessions/two"))).toEqual([
      `problem: sessions, sessions/one, sessions/two belong to another user (4711), who may have put there what is no note of yours -> ${first}`,
      open,
    ]);
  });

  it("of a directory of another user, or of all: another one is to be taken", async () => {
    await storeTwo();
    const directory = (facts: Partial<PathFacts>) => withFacts((path) => (path === base ? facts : { owner: 1000 }));
    const lines = (facts: Partial<PathFacts>) => unsound(directoryLines({ paths: directory(facts), user: 1000 }));
    expect(lines({ owner: 4711 })).toEqual([
      `problem: the directory belongs to another user (4711), who may change it -> ${ELSEWHERE}`,
    ]);
    expect(lines({ owner: 0, mode: 0o1777 })).toEqual([
      `problem: the directory belongs to another user (0), who may change it -> ${ELSEWHERE}`,
      `problem: its permissions are 1777: others on this machine may get at the notes, and put files of their own there; so hooks do not ask the server -> ${ELSEWHERE}`,
    ]);
    expect(lines({ owner: 0 })).toEqual([
      `problem: the directory belongs to another user (0), as after sudo helix -> sudo chown 1000 ${base}`,
    ]);
  });

  it("of what cannot be written to, and of a full volume", async () => {
    await storeTwo();
    const isWritable = (path: string) => !path.endsWith("data.log");
    const what = `problem: ${base}/data.log cannot be written to: nothing can be stored`;
    const lines = (facts: Partial<PathFacts>) => {
      const paths = withFacts((path) => (path.endsWith("data.log") ? facts : {}));
      return unsound(directoryLines({ paths: { ...paths, isWritable } }));
    };
    expect(lines({ mode: 0o400 })).toEqual([`${what} -> helix doctor --apply ${base}`]);
    expect(lines({})).toEqual([`${what}; its volume may be read-only -> ${ELSEWHERE}`]);
    expect(lines({ owner: 4711 }).at(-1)).toBe(`${what}; the owner is user 4711 -> ${ELSEWHERE}`);
    const free = (bytes: number | null) =>
      unsound(directoryLines({ paths: { ...sound.paths, freeBytes: () => bytes } }));
    expect(free(1_500_000)).toEqual([
      "problem: 1.5 MB are free on its volume -> export HELIX_KB=DIR  # on a volume with room, or make room on this one",
    ]);
    expect(free(16 * 1024 * 1024 + 41)).toEqual([
      "note: 16.8 MB are free on its volume: less than a compaction needs (42 bytes)",
    ]);
    expect(free(null)).toEqual([]);
  });

  it("of the lock", async () => {
    mkdirSync(base, { mode: 0o700 });
    expect(directoryLines().at(-1)).toBe("ok: no write has taken the lock yet");
    expect(readdirSync(base)).toEqual([]);
    await storeTwo();
    const held = diskFileSystem.tryLock(join(base, ".lock"))!;
    expect(directoryLines().at(-1)).toBe(
      "note: another process holds the write lock at this moment; a write takes milliseconds",
    );
    held.release();
    const files = {
      ...diskFileSystem,
      tryLock: () => {
        throw new Error("flock failed (errno 37)");
      },
    };
    expect(directoryLines({ files }).at(-1)).toBe(
      "problem: the write lock does not work: flock failed (errno 37) -> export HELIX_KB=DIR  # on a volume of this machine",
    );
    rmSync(join(base, ".lock"));
    mkdirSync(join(base, ".lock"), { mode: 0o700 });
    expect(directoryLines().at(-1)).toBe(
      `problem: .lock is no file, and helix did not make it: nothing can be stored -> ${ELSEWHERE}`,
    );
  });
});

describe("checkFiles", () => {
  it("of an empty directory", () => {
    mkdirSync(base, { mode: 0o700 });
    expect(fileLines()).toEqual(["ok: no notes yet"]);
  });

  it("of a damaged log and a torn one", async () => {
    await storeTwo();
    const log = join(base, "data.log");
    const bytes = readFileSync(log);
    bytes[22]! ^= 0xff;
    writeFileSync(log, bytes);
    expect(unsound(fileLines())).toEqual([
      `problem: the log is damaged: 1 region of 17 bytes; the rest is read, and a compaction keeps a copy -> helix compact ${base} --apply`,
    ]);
    bytes[22]! ^= 0xff;
    writeFileSync(log, bytes);
    truncateSync(log, 38);
    expect(fileLines()).toEqual([
      "ok: log: 1 entry, 38 bytes",
      "note: the last 13 bytes of the log are no whole record (an interrupted write): the next write moves them aside",
      "ok: index: none; it is built when it is needed",
    ]);
  });

  it("of what is no log", () => {
    mkdirSync(base, { mode: 0o700 });
    const log = join(base, "data.log");
    writeFileSync(log, "something else");
    expect(fileLines()).toEqual([
      expect.stringMatching(
        /^problem: the log cannot be used: \S+ is not a helix log .* -> export HELIX_KB=~\/helix-notes {2}# /,
      ),
    ]);
    expect(
      fileLines({
        files: {
          ...diskFileSystem,
          open: () => {
            throw Object.assign(new Error("EACCES: denied"), { code: "EACCES" });
          },
        },
      }),
    ).toEqual([`problem: the log cannot be used: cannot open ${log}: EACCES: denied -> ${ELSEWHERE}`]);
    rmSync(log);
    mkdirSync(log);
    expect(fileLines()).toEqual([`problem: data.log is no file, and helix did not make it -> ${ELSEWHERE}`]);
  });

  it("of an index that is damaged, foreign or of another version", async () => {
    await storeTwo({ merge: true });
    const index = join(base, "index.bin");
    const sane = readFileSync(index);
    const bytes = Buffer.from(sane);
    bytes[bytes.length - 1]! ^= 0xff;
    writeFileSync(index, bytes);
    const rebuild = `-> helix index ${base}`;
    expect(unsound(fileLines())).toEqual([`problem: the index is damaged: searches may miss entries ${rebuild}`]);
    writeFileSync(index, "no index");
    expect(unsound(fileLines())).toEqual([
      `note: index.bin is not an index of this version: it is built anew when it is needed ${rebuild}`,
    ]);
    writeFileSync(index, sane);
    truncateSync(join(base, "data.log"), 25);
    expect(unsound(fileLines())).toEqual([
      `note: index.bin belongs to another log: it is built anew when it is needed ${rebuild}`,
    ]);
  });

  it("of checkpoints, leftovers and copies", async () => {
    await storeTwo();
    const path = join(base, "checkpoint.json");
    writeFileSync(path, JSON.stringify({ checkpoints: [{ task: "a" }, { task: "b", projects: ["p"] }] }));
    for (const name of [
      "data.log.torn-5",
      "data.log.damaged-6",
      "checkpoint.json.damaged-7",
      "index.bin.tmp-12-1-ab",
    ]) {
      writeFileSync(join(base, name), "");
    }
    expect(fileLines().slice(2)).toEqual([
      "ok: checkpoints: 2",
      `note: 3 copies of torn or damaged bytes, kept by repairs: checkpoint.json.damaged-7, data.log.damaged-6, data.log.torn-5; helix recover has nothing to bring back from there`,
      "note: 1 temporary file, of writes under way or interrupted; helix removes them: index.bin.tmp-12-1-ab",
    ]);
    writeFileSync(path, "{");
    expect(fileLines()[2]).toBe(
      `problem: checkpoint.json is damaged, or not a file of checkpoints -> helix checkpoint "TASK" --kb ${base}  # saves a new one, and keeps the file under another name`,
    );
    rmSync(path);
    mkdirSync(path);
    expect(fileLines()[2]).toBe(`problem: checkpoint.json is no file, and helix did not make it -> ${ELSEWHERE}`);
  });

  it("of notes that stand aside: a problem until they are brought back", async () => {
    await storeTwo();
    const copy = join(base, "data.log.torn-5");
    writeFileSync(copy, readFileSync(join(base, "data.log")));
    expect(unsound(fileLines())).toEqual([
      `problem: 2 whole notes stand aside, in copies of cut off bytes: data.log.torn-5 -> helix recover --kb ${base}`,
    ]);
    renameSync(copy, join(base, "data.log.recovered-torn-5"));
    expect(unsound(fileLines())).toEqual([
      "note: 1 copy of torn or damaged bytes, kept by repairs: data.log.recovered-torn-5; helix recover has nothing to bring back from there",
    ]);
  });

  it("of a log near its limit, and of deletions that aim at nothing", () => {
    const report = {
      logPath: join(base, "data.log"),
      logBytes: 4_000_000_000,
      headerDamaged: true,
      entries: 5,
      live: 5,
      tombstones: 2,
      withoutChecksum: 0,
      aimless: [100, 200],
      damages: [],
      tornBytes: 0,
      index: "sound",
      watermark: 0,
      copies: [],
      unfinished: null,
    } as const;
    const compact = `-> helix compact ${base} --apply`;
    expect(linesOf(logFindings(report, sound))).toEqual([
      "ok: log: 5 entries, 4.0 GB",
      `problem: the log is damaged: its header; the rest is read, and a compaction keeps a copy ${compact}`,
      `note: 2 deletions are of entries that are not in the log -> helix check ${base}`,
      `problem: the log is near its limit of 4.3 GB ${compact}`,
    ]);
    expect(
      linesOf(logFindings({ ...report, headerDamaged: false, aimless: [], logBytes: 3_000_000_000 }, sound)),
    ).toEqual(["ok: log: 5 entries, 3.0 GB"]);
  });
});
