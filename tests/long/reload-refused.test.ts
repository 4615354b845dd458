// Builds that must not be installed: each is refused with what it did wrong, the old helix goes on, and nothing of the
// trial is left.

import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { installed, namesIn, scriptBuild, useBuilds } from "../support/builds.ts";
import { runHelix } from "../support/command-line.ts";
import { canMount, onReadOnlyDisk, onSmallDisk } from "../support/confined.ts";
import { placeBinary } from "../support/helix-binary.ts";
import { type RawServer, textOf, toolCall, useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const OLD = { version: "1.0.0", commit: "old" };
const NEW = { version: "2.0.0", commit: "new" };
/** For builds that hang: other tests leave a slow machine its time. */
const STEP_MS = 4000;

const build = useBuilds();
const folder = useFolders("each");
const start = useRawServers();

async function ready(from: string, stepMs?: number): Promise<{ server: RawServer; program: string }> {
  const program = installed(build(stepMs === undefined ? OLD : { ...OLD, stepMs }), folder());
  const server = start({ binary: program, environment: { HELIX_RELOAD_FROM: from } });
  await server.initialize();
  await server.call("first", "store", { topic: "engine", text: "the cache is opened once" });
  await server.call("second", "store", { topic: "engine", text: "and closed at the end" });
  return { server, program };
}

/** A script in front of a build that works. */
function script(...lines: string[]): string {
  return scriptBuild(join(folder(), "helix"), build(NEW), lines);
}

/** Processes of this machine whose words name the folder. */
function processesOf(directory: string): string[] {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.filter((number) => {
    try {
      return readFileSync(`/proc/${number}/cmdline`, "utf8").includes(`${directory}/.reload-`);
    } catch {
      return false;
    }
  });
}

/** The build is refused with a line that matches; then everything is as before. */
async function expectRefused(from: string, why: RegExp, stepMs?: number): Promise<void> {
  const { server, program } = await ready(from, stepMs);
  const before = statSync(program);
  server.send(toolCall("reload", "_reload"));
  const answer = await server.answer("reload");
  expect(textOf(answer)).toMatch(why);
  expect(textOf(answer)).not.toContain("\n");
  expect(answer.result?.isError).toBe(true);
  expect(await server.call("search", "search", { query: "cache", detail: "brief" })).toBe(
    "  [engine] the cache is opened once\n1 match(es)",
  );
  expect(await server.call("store", "store", { topic: "engine", text: "still here" })).toBe("stored in engine");
  expect(statSync(program)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs, size: before.size });
  expect(namesIn(dirname(program))).toEqual(["helix"]);
  expect(namesIn(server.directory)).toEqual([".lock", "changes.jsonl", "data.log", "events", "recent.jsonl"]);
  if (process.platform === "linux") expect(processesOf(server.directory)).toEqual([]);
  expect(server.messages.map(({ method }) => method)).not.toContain("notifications/tools/list_changed");
  expect(server.errors).toBe("");
}

describe("a build that does not start", () => {
  test("is not executable", async () => {
    const path = join(folder(), "helix");
    copyFileSync(build(NEW), path);
    chmodSync(path, 0o644);
    await expectRefused(path, /^the build at \S+ is not taken: it is not executable; run `chmod u\+x "\S+"`$/);
  });

  test("is no program", async () => {
    const path = join(folder(), "helix");
    writeFileSync(path, "\u0000garbage", { mode: 0o755 });
    await expectRefused(path, /^the new build is refused, tried on start: it cannot be started: .*ENOEXEC/);
  });

  test("ends with an error, and leaves a process behind", async () => {
    await expectRefused(
      script("sleep 1000 &", "echo 'no \u001b[31mluck' >&2", "exit 3"),
      /^the new build is refused, tried on start: it ended with exit code 3 \(no luck\)$/,
    );
  });

  test("says something else than helix does", async () => {
    await expectRefused(
      script("echo bun 1.4.5"),
      /tried on start: it answers --version with "bun 1\.4\.5", not as helix/,
    );
  });

  test("ends as soon as it serves", async () => {
    await expectRefused(
      script('[ "$1" = serve ] && exit 7', 'exec "$REAL" "$@"'),
      /tried on a new knowledge base: it ended with exit code 7 without an answer$/,
    );
  });
});

describe("a build that hangs", () => {
  test.each([
    ["at once", "--version", /tried on start: it did not answer within 4 s$/],
    ["when it serves", "serve", /tried on a new knowledge base: it did not answer within 4 s$/],
  ])("%s", async (_, word, why) => {
    await expectRefused(script(`[ "$1" = ${word} ] && sleep 1000`, 'exec "$REAL" "$@"'), why, STEP_MS);
  });

  test("when its input has ended", async () => {
    const path = script('if [ "$1" = serve ]; then "$REAL" "$@"; sleep 1000; fi', 'exec "$REAL" "$@"');
    await expectRefused(path, /tried on a new knowledge base: it did not answer within 4 s$/, STEP_MS);
  });
});

describe("a build that crashes", () => {
  test("on a search", async () => {
    const path = script(
      'if [ "$1" = --version ]; then exec "$REAL" "$@"; fi',
      `while read -r line; do case "$line" in *'"name":"search"'*) kill -SEGV $$;; esac; echo "$line"; done | "$REAL" "$@"`,
    );
    await expectRefused(path, /tried on a new knowledge base: it was ended by SIGSEGV without an answer$/);
  });

  test("when it is done", async () => {
    const path = script('if [ "$1" = serve ]; then "$REAL" "$@"; exit 9; fi', 'exec "$REAL" "$@"');
    await expectRefused(path, /tried on a new knowledge base: it ended with exit code 9$/);
  });
});

/** A build whose answers are changed on their way. */
function changing(expression: string): string {
  const pipe = `'${folder()}/pipe.'$$`;
  return script(
    'if [ "$1" = --version ]; then exec "$REAL" "$@"; fi',
    `mkfifo ${pipe}`,
    `sed -u '${expression}' < ${pipe} &`,
    `exec "$REAL" "$@" > ${pipe}`,
  );
}

describe("a build that answers wrongly", () => {
  test.each([
    ["finds nothing", "s/the trial[a-z0-9]* is/nothing is/", /does not find what it has stored$/],
    ["reads something else", "s/by the build that/by a build that/", /does not read what it has stored$/],
    ["refuses to store", 's/stored in reload-trial @[a-z0-9]*"}\\]/no"}],"isError":true/', /refuses store: "no"$/],
    ["lacks a tool", 's/"name":"read"/"name":"reed"/', /lists no tool read$/],
    ["calls itself something else", 's/"version":"2\\.0\\.0"/"version":"2.0.1"/', /calls itself something else/],
    [
      "answers with an error",
      's/"result":{"content".*,"jsonrpc"/"error":{"code":1,"message":"no"},"jsonrpc"/',
      /refuses store: "no"$/,
    ],
    [
      "counts wrongly",
      "s/1 topic, 2 entries/1 topic, 3 entries/",
      /tried on your notes.*: it counts your entries otherwise/,
    ],
    ["prints what is no message", "1s/^/ready /", /wrote what is no message to standard output: "ready /],
  ])("%s", async (_, expression, why) => {
    await expectRefused(changing(expression), why);
  });

  test("writes without end", async () => {
    await expectRefused(
      script('if [ "$1" = serve ]; then yes \'{"jsonrpc":"2.0","method":"x"}\'; fi', 'exec "$REAL" "$@"'),
      /tried on a new knowledge base: it wrote more than 8388608 bytes$/,
    );
  });

  test("knows nothing of taking over", async () => {
    await expectRefused(
      script("unset HELIX_HANDOVER", 'exec "$REAL" "$@"'),
      /tried on your notes, in the place of a running server: it does not understand what it is sent/,
    );
  });
});

describe("a build that cannot take the place after all", () => {
  test("the old one goes on, says so, and has lost nothing", async () => {
    // Not executable any more once the last part of the trial has begun.
    const path = script('[ -n "$HELIX_HANDOVER" ] && chmod 644 "$0"', 'exec "$REAL" "$@"');
    const { server, program } = await ready(path);
    const half = Buffer.from(`${JSON.stringify(toolCall("half", "store", { topic: "a", text: "half a line" }))}\n`);
    const calls = Array.from({ length: 50 }, (_, at) =>
      toolCall(at, "store", { topic: "a", text: `x${at}`, force: true }),
    );
    server.send(toolCall("reload", "_reload"), ...calls, half.subarray(0, 30));
    expect(textOf(await server.answer("reload"))).toMatch(/^reloaded: /);
    server.send(half.subarray(30));
    expect(textOf(await server.answer("half"))).toBe("stored in a");
    expect(await server.call("stats", "topics", { action: "stats" })).toMatch(/^2 topics, 53 entries\n/);
    expect(server.errors).toMatch(/^helix: could not go over to 2\.0\.0 \(new\), goes on as 1\.0\.0 \(old\): .*EACCES/);
    expect(await server.call("session", "topics", { action: "session" })).toContain("could not go over to 2.0.0 (new)");
    expect(namesIn(dirname(program))).toEqual(["helix", "helix.previous"]);
    expect(namesIn(server.directory)).toEqual([".lock", "changes.jsonl", "data.log", "recent.jsonl"]);
    server.end();
    expect(await server.ended).toBe(0);
  });
});

describe("helix _reload", () => {
  const run = (from: string | undefined, words: readonly string[] = [], program = installed(build(OLD), folder())) =>
    runHelix(["_reload", ...words], {
      cwd: folder(),
      base: join(folder(), "kb"),
      binary: program,
      environment: from === undefined ? {} : { HELIX_RELOAD_FROM: from },
    });

  test("nothing named: exit code 1, and what names a build", () => {
    const { status, stdout } = run(undefined);
    expect(stdout).toMatch(
      /^nothing to reload: \S+ is what runs, 1\.0\.0 \(old\); HELIX_RELOAD_FROM can name a new build\n$/,
    );
    expect(status).toBe(1);
  });

  test.each([
    ["dist/helix", /HELIX_RELOAD_FROM="dist\/helix" is not an absolute path: give one, e\.g\. HELIX_RELOAD_FROM=~\//],
    ["/nowhere/helix", /HELIX_RELOAD_FROM="\/nowhere\/helix" leads nowhere: give the new build or its folder/],
    ["/dev/null", /the build at \/dev\/null is not taken: it is not a regular file/],
  ])("%s: exit code 2, and why", (from, why) => {
    const { status, stdout, stderr } = run(from);
    expect(stderr).toMatch(why);
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });

  test("words are refused", () => {
    const { status, stderr } = run(build(NEW), [build(NEW)]);
    expect(stderr).toContain("helix _reload takes no words; HELIX_RELOAD_FROM names the new build");
    expect(status).toBe(2);
  });

  test("a build that does not do: exit code 2, nothing is installed, no directory is made", () => {
    const program = installed(build(OLD), folder());
    const kb = join(folder(), "kb");
    const { status, stderr } = runHelix(["_reload"], {
      cwd: folder(),
      base: kb,
      binary: program,
      environment: { HELIX_RELOAD_FROM: script("exit 1") },
    });
    expect(stderr).toContain("the new build is refused, tried on start: it ended with exit code 1");
    expect(status).toBe(2);
    expect(namesIn(dirname(program))).toEqual(["helix"]);
    expect(namesIn(dirname(kb))).toEqual([]);
  });

  test.skipIf(!canMount)("a folder that is read-only: exit code 2, and where to install it", () => {
    const [bin, source] = [folder(), dirname(installed(build(OLD), folder()))];
    const { status, stderr } = runHelix(["_reload"], {
      cwd: folder(),
      base: folder(),
      binary: join(bin, "helix"),
      wrapper: onReadOnlyDisk(bin, source),
      environment: { HELIX_RELOAD_FROM: build(NEW) },
    });
    expect(stderr).toContain(
      `cannot install in ${bin}, which is not writable for you: run \`helix _reload\` as a user who may write there`,
    );
    expect(status).toBe(2);
  });

  test.skipIf(!canMount)("a full disk: exit code 2, the old one is there, the half copy is not", () => {
    const [bin, source, report] = [folder(), dirname(installed(build(OLD), folder())), folder()];
    const kilobytes = Math.ceil((1.5 * statSync(join(source, "helix")).size) / 1024);
    const prepare = `cp '${source}/helix' "$1"`;
    const { stderr } = runHelix([bin], {
      cwd: folder(),
      base: folder(),
      binary: `"$0"/helix _reload; echo $? > ${report}/status; ls "$0" > ${report}/names; "$0"/helix --version`,
      wrapper: [...onSmallDisk(bin, kilobytes, prepare), "sh", "-c"],
      environment: { HELIX_RELOAD_FROM: build(NEW) },
    });
    expect(stderr).toMatch(/cannot copy the new build to .*ENOSPC/);
    expect(readFileSync(join(report, "status"), "utf8")).toBe("2\n");
    expect(readFileSync(join(report, "names"), "utf8")).toBe("helix\n");
  });

  test("--json says it all", () => {
    const program = installed(build(OLD), folder());
    const { status, stdout } = run(build(NEW), ["--json"], program);
    expect(JSON.parse(stdout)).toEqual({
      installed: true,
      from: { version: "1.0.0", commit: "old" },
      to: { version: "2.0.0", commit: "new" },
      path: program,
      build: build(NEW),
      previous: `${program}.previous`,
      signature: process.platform === "darwin" ? expect.any(String) : null,
    });
    expect(status).toBe(0);
  });

  test("in the checkout that it was built in, dist/helix is the build; elsewhere it is not", () => {
    const [checkout, hostile] = [folder(), folder()];
    for (const root of [checkout, hostile]) {
      mkdirSync(join(root, "dist"));
      mkdirSync(join(root, "src"));
      placeBinary(join(root, "dist", "helix"), build(NEW));
    }
    const program = installed(build({ ...OLD, checkout }), folder());
    const runIn = (cwd: string) => runHelix(["_reload"], { cwd, base: folder(), binary: program });
    expect(runIn(hostile).stdout).toMatch(/^nothing to reload/);
    expect(runIn(join(hostile, "src")).stdout).toMatch(/^nothing to reload/);
    expect(runIn(join(checkout, "src")).stdout).toMatch(/^installed: 1\.0\.0 \(old\) -> 2\.0\.0 \(new\)\nbuild: /);
  });
});
