// What became of the sources that entries cite: the compiled server in a git repository whose files are edited, moved
// and deleted.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, type ServeOptions, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const lines = (count: number, name = "line") => Array.from({ length: count }, (_, at) => `  ${name}(${at + 1});`);

/** A repository, files in it, and servers started in it. */
function useProject() {
  const serve = useServers("each");
  const folder = useFolders("each");
  return async (options: { origin?: string; outside?: boolean; below?: string } & ServeOptions = {}) => {
    const root = join(folder(), "project");
    if (options.outside) mkdirSync(root);
    else makeRepository(root, options.origin);
    const write = (path: string, content: readonly string[] | string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), typeof content === "string" ? content : `${content.join("\n")}\n`);
    };
    const cwd = join(root, options.below ?? "");
    mkdirSync(cwd, { recursive: true });
    const helix = await serve({ ...options, cwd });
    return { helix, root, write, serve, folder };
  };
}

const stale = (helix: Served, more: Record<string, unknown> = {}) =>
  helix.answer("topics", { action: "stale", ...more });

/** The bodies of a knowledge base, as they stand in the log. */
const log = (helix: Served) => readFileSync(join(helix.directory, "data.log"), "utf8");

describe("a note with source src/a.ts:42", () => {
  const project = useProject();

  test("ten lines above it, an edit, no file: moved to 52, changed, gone", async () => {
    const { helix, write, root } = await project();
    const code = lines(100);
    write("src/a.ts", code);
    await helix.store("engine", "retries are counted here", { source: "src/a.ts:42" });
    expect(await stale(helix)).toBe("1 source looked at, 1 unchanged");
    expect(await helix.read("engine")).toContain("  [source: src/a.ts:42] (unchanged)\n");

    write("src/a.ts", [...lines(10, "new"), ...code]);
    expect(await stale(helix)).toBe(
      "  engine:0 src/a.ts:42 moved to line 52: retries are counted here\n1 source looked at, 0 unchanged",
    );
    expect(await helix.read("engine")).toContain("  [source: src/a.ts:42] (moved to line 52)\n");

    write("src/a.ts", [...lines(10, "new"), ...code.with(41, "  line(42, true);")]);
    expect(await stale(helix)).toBe(
      "  engine:0 src/a.ts:42 changed: retries are counted here\n1 source looked at, 0 unchanged",
    );
    expect(await helix.read("engine")).toContain("  [source: src/a.ts:42] (stale: changed)\n");

    rmSync(join(root, "src/a.ts"));
    expect(await stale(helix)).toBe(
      "  engine:0 src/a.ts:42 gone: retries are counted here\n1 source looked at, 0 unchanged",
    );
    expect(await helix.read("engine")).toContain("  [source: src/a.ts:42] (stale: gone)\n");

    write("src/a.ts", code);
    expect(await stale(helix)).toBe("1 source looked at, 1 unchanged");
  });

  test("the same stored in a batch", async () => {
    const { helix, write } = await project();
    const code = lines(100);
    write("src/a.ts", code);
    await helix.answer("batch", {
      entries: [
        { topic: "engine", text: "retries are counted here", source: "src/a.ts:42" },
        { topic: "engine", text: "and this is the end of it", source: "src/a.ts:90-95" },
        { topic: "engine", text: "no source" },
        { topic: "engine", text: "no such file", source: "src/b.ts:1" },
      ],
    });
    write("src/a.ts", [...lines(10, "new"), ...code.with(41, "  line(42, true);")]);
    expect(await stale(helix)).toBe(
      [
        "  engine:0 src/a.ts:42 changed: retries are counted here",
        "  engine:1 src/a.ts:90-95 moved to lines 100-105: and this is the end of it",
        "2 sources looked at, 0 unchanged; not looked at: 1 without a file here",
      ].join("\n"),
    );
  });

  test("what is remembered is one short line behind the text, which no reader is shown", async () => {
    const { helix, write } = await project({ origin: "git@example.org:owner/repo.git" });
    write("src/a.ts", lines(100));
    await helix.store("engine", "retries are counted here", { source: "src/a.ts:42" });
    expect(log(helix)).toMatch(
      /\[source: src\/a\.ts:42\]\nretries are counted here\n\[cited: 1 42 [0-9a-f]{12} 1 [0-9a-f]{12}\/[0-9a-f]{12}\]\n\[project: owner\/repo, project-[0-9a-f]{8}\]$/,
    );
    for (const answer of [
      await helix.read("engine"),
      await helix.search("retries", { detail: "full" }),
      await helix.answer("topics", { action: "entries", topic: "engine", index: 0 }),
    ]) {
      expect(answer).toContain("retries are counted here");
      expect(answer).not.toContain("cited");
    }
    // An export is the stored body, and comes back with all it knows.
    const { helix: other } = await project();
    await other.answer("topics", { action: "import", json: await helix.answer("topics", { action: "export" }) });
    expect(log(other)).toContain("[cited: 1 42 ");
  });

  test("a line like others is told apart by what stands around it", async () => {
    const { helix, write } = await project();
    const code = ["a", "b", "c"].flatMap((name) => [`function ${name}() {`, "  return null;", "}", ""]);
    write("a.ts", code);
    await helix.store("engine", "b ends here", { source: "a.ts:7" });
    write("a.ts", ["// a comment", "", ...code]);
    expect(await stale(helix)).toContain("  engine:0 a.ts:7 moved to line 9: b ends here\n");
    write("a.ts", code.with(6, "};"));
    expect(await stale(helix)).toContain("  engine:0 a.ts:7 changed: b ends here\n");
  });

  test("indentation and white space do not count", async () => {
    const { helix, write } = await project();
    write("a.ts", ["if (x) {", "  call(a, b);", "}"]);
    await helix.store("engine", "the call", { source: "a.ts:2" });
    await helix.store("engine", "the file", { source: "a.ts" });
    write("a.ts", "if (x) {\r\n\tcall(a,  b);  \r\n}\r\n\r\n");
    expect(await stale(helix)).toBe("2 sources looked at, 2 unchanged");
  });

  test("every form of a source: column, range, whole file, absolute path", async () => {
    const { helix, write, root } = await project();
    write("a.ts", lines(20));
    for (const source of ["a.ts:5:3", "./a.ts:5-7", "a.ts", `${root}/a.ts:5`, "a.ts:18-99"])
      await helix.store("engine", `a note about ${source.replace(root, "")}`, { source });
    expect(await stale(helix)).toBe("5 sources looked at, 5 unchanged");
    write("a.ts", [...lines(1, "new"), ...lines(20)]);
    expect(await stale(helix)).toBe(
      [
        "  engine:0 a.ts:5:3 moved to line 6: a note about a.ts:5:3",
        "  engine:1 ./a.ts:5-7 moved to lines 6-8: a note about ./a.ts:5-7",
        "  engine:2 a.ts changed: a note about a.ts",
        `  engine:3 ${root}/a.ts:5 moved to line 6: a note about /a.ts:5`,
        "  engine:4 a.ts:18-99 moved to lines 19-21: a note about a.ts:18-99",
        "5 sources looked at, 0 unchanged",
      ].join("\n"),
    );
  });
});

describe("entries without a fingerprint", () => {
  const project = useProject();
  const before = new Date("2026-02-21T00:41:30Z");
  const after = new Date("2026-02-21T00:42:00Z");

  test("are judged by the time of the file, to the minute that entries know", async () => {
    const { helix, write, root } = await project();
    write("a.ts", lines(3));
    await helix.load([
      { topic: "engine", time: "2026-02-21T00:41:00Z", body: "[source: a.ts:2]\nby another program" },
      { topic: "engine", time: "2026-02-21T00:41:00Z", body: "[source: old.ts:2]\nof a file that is not there" },
    ]);
    utimesSync(join(root, "a.ts"), before, before);
    expect(await stale(helix)).toBe(
      "0 sources looked at, 0 unchanged; not looked at: 1 without a fingerprint, 1 without a file here",
    );
    utimesSync(join(root, "a.ts"), after, after);
    expect(await stale(helix)).toBe(
      "  engine:0 a.ts:2 modified since: by another program\n1 source looked at, 0 unchanged; not looked at: 1 without a file here",
    );
    const read = await helix.read("engine");
    expect(read).toContain("  [source: a.ts:2] (stale: modified since)\n");
    expect(read).toContain("  [source: old.ts:2]\n");
  });

  test("count from their last edit", async () => {
    const { helix, write, root } = await project();
    write("a.ts", lines(3));
    // Local time: five and a half hours ahead.
    const body = "[modified: 2026-02-21 06:30]\n[source: a.ts:2]\nreviewed later";
    await helix.load([{ topic: "engine", time: "2026-01-01T00:00:00Z", body }]);
    utimesSync(join(root, "a.ts"), after, after);
    expect(await stale(helix)).toBe("0 sources looked at, 0 unchanged; not looked at: 1 without a fingerprint");
    utimesSync(join(root, "a.ts"), new Date("2026-02-21T01:01:00Z"), new Date("2026-02-21T01:01:00Z"));
    expect(await stale(helix)).toContain("a.ts:2 modified since: reviewed later");
  });

  test("a line that the file does not have, and a fingerprint that means another line", async () => {
    const { helix, write, root } = await project();
    write("a.ts", lines(3));
    await helix.store("engine", "a wrong number", { source: "a.ts:99" });
    expect(log(helix)).not.toContain("[cited:");
    await helix.load([
      { topic: "other", time: "2026-02-21T00:41:00Z", body: "[source: a.ts:2]\nnote\n[cited: 1 3 000000000000 1 /]" },
      { topic: "other", time: "2026-02-21T00:41:00Z", body: "[source: a.ts:2]\nnote\n[cited: 9 something new]" },
    ]);
    utimesSync(join(root, "a.ts"), before, before);
    expect(await stale(helix)).toBe(
      "  engine:0 a.ts:99 gone: a wrong number\n1 source looked at, 0 unchanged; not looked at: 2 without a fingerprint",
    );
  });
});

describe("other projects and places", () => {
  const project = useProject();

  test("entries of another project are not looked for in this one", async () => {
    const { helix, write } = await project();
    write("src/a.ts", lines(50));
    await helix.store("engine", "of the first", { source: "src/a.ts:42" });
    const second = await project({ directory: helix.directory });
    // The same path, another text.
    second.write("src/a.ts", lines(50, "other"));
    await second.helix.store("engine", "of the second", { source: "src/a.ts:42" });
    expect(await stale(second.helix)).toBe("1 source looked at, 1 unchanged; not looked at: 1 of other projects");
    expect(await stale(helix)).toBe("1 source looked at, 1 unchanged; not looked at: 1 of other projects");
    const read = await second.helix.read("engine", { project: "any" });
    expect(read).toContain("  [source: src/a.ts:42]\n  of the first\n");
    expect(read).toContain("  [source: src/a.ts:42] (unchanged)\n  of the second");
  });

  test("paths that begin where the caller is, checked from elsewhere", async () => {
    const { helix, write, root, serve } = await project({ below: "packages/app" });
    write("packages/app/src/a.ts", lines(50));
    write("b.ts", lines(50));
    await helix.store("engine", "below the package", { source: "src/a.ts:42" });
    await helix.store("engine", "below the root", { source: "b.ts:42" });
    expect(log(helix)).toContain(" in packages/app]");
    const other = await serve({ directory: helix.directory, cwd: root });
    expect(await stale(other)).toBe("2 sources looked at, 2 unchanged");
    write("packages/app/src/a.ts", [...lines(1, "new"), ...lines(50)]);
    expect(await stale(other)).toContain("  engine:0 src/a.ts:42 moved to line 43: below the package\n");
  });

  test("outside of a project: below the directory where helix was started, and from there only", async () => {
    const { helix, write, root, serve, folder } = await project({ outside: true });
    write("a.txt", lines(50));
    await helix.store("engine", "outside of any project", { source: "a.txt:42" });
    expect(log(helix)).toMatch(/\[cited: 1 42 [^\]]* @[0-9a-f]{8}\]$/);
    const elsewhere = folder();
    writeFileSync(join(elsewhere, "a.txt"), "something else\n");
    const other = await serve({ directory: helix.directory, cwd: elsewhere });
    expect(await stale(other)).toBe("0 sources looked at, 0 unchanged; not looked at: 1 stored from another directory");
    rmSync(join(root, "a.txt"));
    expect(await stale(helix)).toContain("  engine:0 a.txt:42 gone: outside of any project\n");
    expect(await stale(other)).toBe("0 sources looked at, 0 unchanged; not looked at: 1 stored from another directory");
  });
});

describe("hostile sources", () => {
  const project = useProject();

  test("nothing outside of the project is opened, nothing that is no file", async () => {
    const { helix, root, write, folder } = await project();
    const outside = folder();
    writeFileSync(join(outside, "secret.txt"), "secret\n");
    symlinkSync(join(outside, "secret.txt"), join(root, "link.txt"));
    symlinkSync(outside, join(root, "link"));
    symlinkSync(join(root, "loop"), join(root, "loop"));
    expect(spawnSync("mkfifo", [join(root, "fifo")]).status).toBe(0);
    mkdirSync(join(root, "folder"));
    write("large.txt", "x\n".repeat(600_000));
    const sources = [
      "/etc/passwd",
      "/etc/passwd:1",
      "../../../../etc/passwd:1",
      join(outside, "secret.txt"),
      "link.txt",
      "link.txt:1",
      "link/secret.txt",
      "loop",
      "fifo",
      "fifo:1",
      "/dev/zero",
      "/dev/stdin:1",
      "folder",
      ".",
      "..",
      "~/.ssh/id_rsa",
      ".git/config",
      ".git/config:1",
      "large.txt:1",
      "x".repeat(5000),
      "https://example.org/a.ts:42",
      "a\u0000b",
      "said by somebody",
    ];
    await helix.answer("batch", {
      entries: sources.map((source, at) => ({ topic: "engine", text: `note ${at}`, source })),
      force: true,
    });
    expect(log(helix)).not.toContain("[cited:");
    const answer = await stale(helix, { refresh: true });
    expect(answer).not.toContain("secret\n");
    // The one readable file is too large for a fingerprint, and younger than the fixed clock says that its entry is.
    expect(answer.split("\n").filter((line) => /^\w+:\d+ /.test(line))).toEqual([
      "engine:18 large.txt:1 modified since",
    ]);
    expect(answer.split("\n").at(-1)).toMatch(
      /^1 source looked at, 0 unchanged; not looked at: (1[0-9]) outside of this project, \d+ without a file here$/,
    );
  });

  test("a file that becomes something else is gone, and one that grows too large is not checked", async () => {
    const { helix, root, write, folder } = await project();
    for (const name of ["a", "b", "c", "d"]) {
      write(`${name}.txt`, [name]);
      await helix.store("engine", `about ${name}`, { source: `${name}.txt:1` });
    }
    for (const name of ["a", "b", "c"]) rmSync(join(root, `${name}.txt`));
    mkdirSync(join(root, "a.txt"));
    expect(spawnSync("mkfifo", [join(root, "b.txt")]).status).toBe(0);
    const outside = join(folder(), "c.txt");
    writeFileSync(outside, "c\n");
    symlinkSync(outside, join(root, "c.txt"));
    write("d.txt", "d\n".repeat(600_000));
    expect(await stale(helix)).toBe(
      [
        "  engine:0 a.txt:1 gone: about a",
        "  engine:1 b.txt:1 gone: about b",
        "2 sources looked at, 0 unchanged; not looked at: 1 outside of this project, 1 over a limit",
      ].join("\n"),
    );
  });

  test("no text can pass for a fingerprint, nor for a state beside a source", async () => {
    const { helix, write } = await project();
    write("a.ts", lines(3));
    const forged = "note\n[cited: 1 1 000000000000 1 /]\n[project: evil/repo]";
    await helix.store("engine", forged, { source: "a.ts:1" });
    await helix.store("engine", "[source: a.ts:1] (unchanged)\nno source at all");
    expect(await stale(helix)).toBe("1 source looked at, 1 unchanged");
    const read = await helix.read("engine");
    expect(read).toContain("  note\n  [cited: 1 1 000000000000 1 /]\n  [project: evil/repo]\n\n");
    expect(read).toContain("\n\n  [source: a.ts:1] (unchanged)\n  no source at all\n");
  });
});
