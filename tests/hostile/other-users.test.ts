// Other users of the machine, where a directory is open to them or is theirs: what they put there is not asked, not
// believed and not written to, and who connects as another user is not answered. Hooks find their answers by themselves
// then.

import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { isLong, randomOf, sayFigures, timeLimit, timeOver } from "../prove/support/proof.ts";
import { runHelix } from "../support/command-line.ts";
import { skipLoudly, withoutPrivileges } from "../support/confined.ts";
import { makeRepository } from "../support/git-repository.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { checkedOutput, type Note, writeProject } from "../support/hook-events.ts";
import { endOfHook } from "../support/hook-process.ts";
import { answerTo, Impostor, LIE } from "../support/impostor.ts";
import { type RawServer, useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const makeFolder = useFolders("all");
const startRaw = useRawServers();

const OTHER_USER = 65534;
const isRoot = process.getuid?.() === 0;
/** What a program is started by as another user; null where that cannot be done. */
const asOther = isRoot ? withoutPrivileges() : null;
if (asOther === null)
  skipLoudly("there is no way to run a program as another user: their sockets and files are not tried");

let folder = "";
let sound = "";
let notes: Note[] = [];

beforeAll(() => {
  folder = makeRepository(join(makeFolder(), "project"));
  notes = writeProject(folder, 12);
  sound = join(makeFolder(), "kb");
  for (const { topic, text, tags } of notes) {
    expect(runHelix(["store", topic, text, "--tags", tags], { base: sound, cwd: folder }).status).toBe(0);
  }
});

/** A knowledge base of its own in a folder that others may pass through, with these permissions. */
function copy(mode = 0o700): string {
  const parent = makeFolder();
  chmodSync(parent, 0o755);
  const base = join(parent, "kb");
  cpSync(sound, base, { recursive: true });
  chmodSync(base, mode);
  return base;
}

/** With a fixed clock a process asks nobody. */
const environment = () => ({ PATH: process.env.PATH ?? "", HOME: folder });

const event = (session: string) => ({
  session_id: session,
  cwd: folder,
  prompt: `Why does ${/^\w+/.exec(notes[1]!.text)![0]} break?`,
});
const known = () => notes[1]!.text.slice(0, 40);

/** What a hook's process says. */
async function ask(base: string, session: string): Promise<string> {
  const options = { cwd: folder, base, environment: environment() };
  const { code, output, errors } = await endOfHook("prompt", JSON.stringify(event(session)), options);
  expect([code, errors]).toEqual([0, ""]);
  return checkedOutput("prompt", output);
}

interface Attack {
  readonly name: string;
  readonly needsOther?: boolean;
  /** Prepares a directory with somebody listening in it. */
  readonly prepare: () => Promise<{ base: string; impostor: Impostor }>;
}

/** Somebody listens in a directory with these permissions. */
function inOpen(mode: number, wrapper: () => readonly string[]): Attack["prepare"] {
  return async () => {
    const base = copy(mode);
    return { base, impostor: await Impostor.at(join(base, "hooks.sock"), wrapper()) };
  };
}

const own = () => [];
const other = () => asOther!;
const ATTACKS: readonly Attack[] = [
  // Who is in the group, or wrote there before: the directory alone has to be reason enough.
  ...[0o777, 0o1777, 0o775, 0o757, 0o722].map((mode) => ({
    name: `a directory that is open to others (${mode.toString(8)})`,
    prepare: inOpen(mode, own),
  })),
  { name: "another user in an open directory", needsOther: true, prepare: inOpen(0o777, other) },
  { name: "another user in an open directory with a sticky bit", needsOther: true, prepare: inOpen(0o1777, other) },
  {
    name: "another user behind a link to an open directory",
    needsOther: true,
    prepare: async () => {
      const { base, impostor } = await inOpen(0o777, other)();
      const link = join(makeFolder(), "kb");
      symlinkSync(base, link);
      return { base: link, impostor };
    },
  },
  {
    name: "another user's socket in a closed directory",
    needsOther: true,
    prepare: async () => {
      const [base, open] = [copy(), copy(0o777)];
      const impostor = await Impostor.at(join(open, "hooks.sock"), other());
      renameSync(join(open, "hooks.sock"), join(base, "hooks.sock"));
      return { base, impostor };
    },
  },
  {
    name: "a link to another user's socket in a closed directory",
    needsOther: true,
    prepare: async () => {
      const [base, open] = [copy(), copy(0o777)];
      const impostor = await Impostor.at(join(open, "somewhere.sock"), other());
      symlinkSync(join(open, "somewhere.sock"), join(base, "hooks.sock"));
      return { base, impostor };
    },
  },
  ...[0o700, 0o755].map((mode) => ({
    name: `another user's directory (${mode.toString(8)})`,
    needsOther: true,
    prepare: async () => {
      const base = copy(mode);
      for (const path of [base, ...readdirSync(base).map((name) => join(base, name))]) chownSync(path, OTHER_USER, -1);
      return { base, impostor: await Impostor.at(join(base, "hooks.sock"), other()) };
    },
  })),
];

test("a hook asks nobody but this user's server, and answers by itself", { timeout: timeLimit }, async () => {
  const attacks = ATTACKS.filter(({ needsOther = false }) => !needsOther || asOther !== null);
  const isOver = timeOver();
  const random = randomOf("other-users");
  let count = 0;
  const heard: string[] = [];
  do {
    const { name, prepare } = attacks[count < attacks.length ? count : random(attacks.length)]!;
    const { base, impostor } = await prepare();
    const said = await ask(base, `asked-${count}`);
    await impostor.end();
    heard.push(...impostor.heard.map((text) => `${name}: ${text}`));
    expect([name, said.includes(LIE)]).toEqual([name, false]);
    expect([name, said]).toEqual([name, expect.stringContaining(known())]);
    rmSync(dirname(base), { recursive: true, force: true });
    count++;
  } while (isLong ? !isOver() : count < attacks.length);
  expect(heard).toEqual([]);
  sayFigures("other-users", { attacks: count, ways: attacks.length, heard: heard.length, believed: 0 });
});

test("the impostor is heard where all is closed and it is this user's: it is no wonder that nobody hears it elsewhere", async () => {
  const { base, impostor } = await inOpen(0o700, own)();
  expect(await ask(base, "own")).toBe(LIE);
  await impostor.end();
  expect(impostor.heard.length).toBeGreaterThan(0);
});

/** What a hook's process of this build sends. */
function question(session: string): string {
  const [, version, commit] = /^helix (\S+) \((.*)\)\n$/.exec(runHelix(["--version"], { cwd: folder }).stdout)!;
  const text = JSON.stringify(event(session));
  return `helix-hook\t${version} ${commit}\tprompt\t${text.length}\n${text}`;
}

/** A server that has its socket, or had time to publish it. */
async function served(base: string, wrapper: readonly string[] = []): Promise<RawServer> {
  const server = startRaw({ directory: base, wrapper });
  await server.initialize();
  for (let id = 0; id < 20; id++) await server.call(id, "topics", {});
  return server;
}

describe("a server", () => {
  test.each(["777", "1777", "775", "722"])("publishes no socket where others may write: mode %s", async (mode) => {
    const base = copy(Number.parseInt(mode, 8));
    const server = await served(base);
    expect(readdirSync(base).filter((name) => name.endsWith(".sock"))).toEqual([]);
    expect(await server.call("still", "search", { query: "breaks", detail: "count" })).toMatch(/^12 /);
  });

  test.each(["700", "750", "755"])("publishes it where only this user may: mode %s", async (mode) => {
    const base = copy(Number.parseInt(mode, 8));
    await served(base);
    expect(existsSync(join(base, "hooks.sock"))).toBe(true);
  });

  test.runIf(asOther !== null)("hears no other user, who may even connect", async () => {
    const base = copy(0o755);
    await served(base);
    const path = join(base, "hooks.sock");
    chmodSync(path, 0o777);
    expect(await answerTo(path, question("theirs"), asOther!)).toBe("");
    expect(await answerTo(path, question("mine"))).toContain(known());
    expect(readdirSync(join(base, "sessions"))).toEqual(["mine"]);
  });

  test.runIf(asOther !== null)("does not hear root either", async () => {
    const base = copy(0o700);
    const home = dirname(base);
    for (const path of [home, base, ...readdirSync(base).map((name) => join(base, name))])
      chownSync(path, OTHER_USER, -1);
    await served(base, asOther!);
    const path = join(base, "hooks.sock");
    expect(existsSync(path)).toBe(true);
    expect(await answerTo(path, question("root"))).toBe("");
    expect(await answerTo(path, question("theirs"), asOther!)).toMatch(/^\+/);
  });
});

describe("a session's file", () => {
  /** Asks by a process alone, and by one that has a server. */
  async function askBoth(base: string, session: string): Promise<void> {
    await ask(base, session);
    chmodSync(base, 0o700);
    await served(base);
    expect(existsSync(join(base, "hooks.sock"))).toBe(true);
    await ask(base, session);
  }

  test.runIf(asOther !== null)("of another user is not written to, and not believed", async () => {
    const base = copy(0o777);
    mkdirSync(join(base, "sessions"));
    const planted = join(base, "sessions", "planted");
    writeFileSync(planted, "");
    chmodSync(planted, 0o666);
    chownSync(planted, OTHER_USER, OTHER_USER);
    await askBoth(base, "planted");
    expect(readFileSync(planted, "utf8")).toBe("");
  });

  test("that is a second name of some other file is not written to", async () => {
    const base = copy(0o777);
    mkdirSync(join(base, "sessions"));
    const victim = join(makeFolder(), ".profile");
    writeFileSync(victim, "export PATH=/usr/bin\n");
    linkSync(victim, join(base, "sessions", "linked"));
    await askBoth(base, "linked");
    expect(readFileSync(victim, "utf8")).toBe("export PATH=/usr/bin\n");
  });
});

test.runIf(asOther !== null)(
  "the doctor tells of what another user may have put there, and of the step that comes first",
  () => {
    const base = copy(0o777);
    chownSync(join(base, "data.log"), OTHER_USER, OTHER_USER);
    const { status, stdout } = runHelix(["doctor"], { base, cwd: folder, isCompiled: true });
    expect(status).toBe(2);
    expect(stdout).toContain(
      `data.log belongs to another user (${OTHER_USER}), who may have put there what is no note of yours\n` +
        `           fix: ${helixBinary()} doctor --apply ${base}  # closes the directory; then look at the notes: ${helixBinary()} inspect ${base}\n`,
    );
    expect(stdout).toContain("others on this machine may get at the notes, and put files of their own there");
  },
);
