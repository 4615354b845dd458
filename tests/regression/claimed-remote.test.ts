// A directory whose `.git` names somebody else's remote, or leads to somebody else's repository, was shown that
// project's notes, and what was stored there was filed under it. A folder shares the notes of a remote only if
// something speaks for it.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { useCopies } from "../support/copies.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { askHook } from "../support/hook-process.ts";
import { useRawServers } from "../support/raw-server.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const copyOfShop = useCopies((path) => {
  makeRepository(path, REMOTE);
  writeCode(path);
  git(path, "add", ".");
  git(path, "commit", "-qm", "code");
});
const serve = useServers("each");
const startRaw = useRawServers();
const REMOTE = "https://example.org/acme/shop.git";
const SECRET = "TideTable rows start at one";
let [base, root, shop, evil] = ["", "", "", ""];

const helix = (cwd: string, ...words: string[]) => runHelix(words, { base, cwd });
const seen = (text: string) => (text.includes(SECRET) ? "seen" : "");

/** A folder that is nobody's clone and says that it is, with the same file in it. */
function claim(name: string): string {
  const path = makeRepository(join(root, name), REMOTE);
  writeCode(path);
  return path;
}

function writeCode(path: string): void {
  mkdirSync(join(path, "src"), { recursive: true });
  writeFileSync(join(path, "src", "tide.rs"), "pub struct TideTable {\n  rows: u32,\n}\n");
}

/** What each hook that tells of notes, or `only` one of them, says in a folder, of a file there. */
async function hooksIn(cwd: string, file = join(cwd, "src", "tide.rs"), only = ""): Promise<Record<string, string>> {
  const at = { session_id: `s${Math.random()}`, cwd };
  const said: Record<string, string> = {};
  for (const [type, event] of [
    ["session", { ...at, source: "startup" }],
    ["ambient", { ...at, session_id: `${at.session_id}r`, tool_name: "Read", tool_input: { file_path: file } }],
    ["prompt", { ...at, session_id: `${at.session_id}p`, prompt: "How do the TideTable rows of tide.rs start?" }],
    [
      "error-context",
      { ...at, session_id: `${at.session_id}e`, tool_name: "Edit", error: "TideTable rows: not found" },
    ],
    ["subagent", { ...at, session_id: `${at.session_id}a`, agent_id: "agent", agent_type: "general-purpose" }],
    ["pre-compact", { ...at, session_id: `${at.session_id}c` }],
  ] as const) {
    if (only === "" || only === type) said[type] = await askHook(type, event, { cwd, base });
  }
  return said;
}

beforeEach(() => {
  root = folder();
  base = join(root, "kb");
  shop = copyOfShop(join(root, "shop"));
  const stored = helix(shop, "store", "tides", `gotcha: ${SECRET}`, "--source", "src/tide.rs:2");
  expect(stored).toMatchObject({ status: 0, stderr: "" });
  helix(shop, "checkpoint", `look into why ${SECRET}`);
  evil = claim("evil");
});

describe("a directory that names the remote of somebody's project", () => {
  test("is shown none of its notes by hooks, which say so where a session begins", async () => {
    const said = await hooksIn(evil);
    expect(Object.entries(said).filter(([, text]) => seen(text) !== "")).toEqual([]);
    expect(said.session).toContain("NOT SHOWN: notes of acme/shop");
    const own = await hooksIn(shop);
    const telling = Object.keys(own).filter((type) => seen(own[type]!) !== "");
    expect(telling).toEqual(["session", "ambient", "prompt", "error-context", "subagent"]);
    expect(own.session).not.toContain("NOT SHOWN");
  });

  test("is shown none through a server that has the knowledge base open", async () => {
    const server = startRaw({ directory: base });
    await server.initialize();
    let id = 0;
    const ask = (cwd: string) =>
      server.call(++id, "hook", {
        type: "ambient",
        session_id: cwd,
        cwd,
        tool_name: "Read",
        tool_input: JSON.stringify({ file_path: join(cwd, "src", "tide.rs") }),
      });
    expect(seen(await ask(evil))).toBe("");
    expect(seen(await ask(shop))).toBe("seen");
  });

  test("within somebody's project brings no notes of the one that it names", async () => {
    const outer = makeRepository(join(root, "outer"), "https://example.org/acme/outer.git");
    writeCode(join(outer, "vendor"));
    makeRepository(join(outer, "vendor"), REMOTE);
    const said = await hooksIn(outer, join(outer, "vendor", "src", "tide.rs"));
    expect(Object.entries(said).filter(([, text]) => seen(text) !== "")).toEqual([]);
  });

  test("gets no checkpoint of it, and its own searches hold none of its notes", () => {
    const resumed = helix(evil, "resume");
    expect([resumed.status, seen(resumed.stdout)]).toEqual([1, ""]);
    expect(seen(helix(evil, "search", "TideTable", "--project", "here").stdout)).toBe("");
    expect(seen(helix(evil, "topics", "entries", "--topic", "tides", "--project", "any").stdout)).toBe("seen");
    expect(helix(evil, "checkpoint", "--clear").stdout).toMatch(/^no checkpoint is saved for evil-/);
    expect(seen(helix(shop, "resume").stdout)).toBe("seen");
  });

  test("files nothing under it: neither what is stored there, nor what its builds said", async () => {
    helix(evil, "store", "tides", "POISON: rows start at zero", "--source", "src/tide.rs:2", "--tags", "gotcha");
    const failed = {
      session_id: "build",
      cwd: evil,
      tool_name: "Bash",
      tool_input: { command: "cargo build" },
      tool_response: {
        stdout: "",
        stderr: "error[E0308]: POISON mismatched types\n --> src/tide.rs:2:3\n",
        interrupted: false,
      },
      error: "Exit code 101\nerror[E0308]: POISON mismatched types\n --> src/tide.rs:2:3\n",
    };
    await askHook("error-context", failed, { cwd: evil, base });
    for (const text of Object.values(await hooksIn(shop))) expect(text).not.toContain("POISON");
    const exported = JSON.parse(helix(evil, "export").stdout) as { body: string }[];
    const poison = exported.filter(({ body }) => body.includes("POISON"));
    expect(poison.length).toBeGreaterThan(0);
    for (const { body } of poison) expect(body).toMatch(/\[project: evil-[0-9a-f]{8}\]$/);
  });

  test("says so where a person looks: on the command line, in doctor, in a server's first answer, and helix project settles it", async () => {
    const remark =
      /^the git configuration here names acme\/shop, which helix knows from other folders: .*helix project\n$/;
    expect(helix(evil, "search", "nothing").stderr).toMatch(remark);
    expect(helix(shop, "search", "TideTable").stderr).toBe("");
    const doctor = (cwd: string) => runHelix(["doctor"], { base, cwd, environment: { HOME: root } }).stdout;
    expect(doctor(evil)).toMatch(/note {5}evil-.*: its git configuration names acme\/shop.*\n.*fix: helix project/);
    expect(doctor(shop)).toMatch(/ok {7}acme\/shop, shop-[0-9a-f]{8} /);

    const server = await serve({ directory: base, cwd: evil });
    const texts = async () => {
      const { content } = await server.client.callTool({ name: "search", arguments: { query: "nothing" } });
      return (content as { text: string }[]).map(({ text }) => text);
    };
    expect(await texts()).toEqual([expect.any(String), expect.stringContaining("names acme/shop")]);
    expect(await texts()).toHaveLength(1);

    const looked = helix(evil, "project");
    expect(looked).toMatchObject({ status: 0, stderr: "" });
    expect(looked.stdout).toMatch(/\n {2}acme\/shop does not count here: /);
    expect(looked.stdout).toMatch(/\n {2}1 note of acme\/shop, stored from shop-[0-9a-f]{8}\n/);
    expect(JSON.parse(helix(evil, "project", "--json").stdout)).toMatchObject({ counts: false, standing: "unknown" });

    expect(helix(evil, "project", "--trust").stdout).toMatch(/\n {2}acme\/shop counts here: this folder is on record/);
    expect(helix(evil, "search", "TideTable", "--project", "here")).toMatchObject({ stderr: "" });
    expect(seen(helix(evil, "search", "TideTable", "--project", "here").stdout)).toBe("seen");
    expect(seen((await hooksIn(evil, undefined, "ambient")).ambient!)).toBe("seen");
    // The server that runs there learns of it.
    expect(seen(await server.search("TideTable", { project: "here" }))).toBe("seen");

    expect(helix(evil, "project", "--forget").stdout).toMatch(/\n {2}acme\/shop does not count here: /);
    expect(seen(helix(evil, "search", "TideTable", "--project", "here").stdout)).toBe("");
    expect(helix(evil, "project", "--forget")).toMatchObject({ status: 1 });
  });

  test("who used it first without storing anything has no claim to it", async () => {
    base = join(root, "another-kb");
    const server = await serve({ directory: base, cwd: evil });
    await server.answer("topics");
    for (const type of ["session", "ambient"]) await hooksIn(evil, undefined, type);
    helix(evil, "search", "anything");
    helix(shop, "store", "tides", SECRET, "--source", "src/tide.rs:2");
    const { content } = await server.client.callTool({
      name: "search",
      arguments: { query: "TideTable", project: "here" },
    });
    expect(seen(JSON.stringify(content))).toBe("");
    for (const text of Object.values(await hooksIn(evil))) expect(seen(text)).toBe("");
  });

  test("nor has a session that began in it before", async () => {
    base = join(root, "another-kb");
    helix(root, "store", "elsewhere", "a note of no project");
    const server = startRaw({ directory: base });
    await server.initialize();
    let id = 0;
    const read = (cwd: string) =>
      server.call(++id, "hook", {
        type: "ambient",
        session_id: "the same",
        cwd,
        tool_name: "Read",
        tool_input: JSON.stringify({ file_path: join(cwd, "src", "tide.rs") }),
      });
    expect(seen(await read(evil))).toBe("");
    helix(shop, "store", "tides", SECRET, "--source", "src/tide.rs:2");
    expect(seen(await read(evil))).toBe("");
    expect(seen(await read(shop))).toBe("seen");
  });
});

test("an overview of another folder is not filed under what that folder names, and replaces no other project's", () => {
  const trace = (cwd: string, path: string) => helix(cwd, "trace", path, "--action", "analyze");
  const namesake = claim(join("elsewhere", "shop"));
  expect(trace(shop, shop)).toMatchObject({ status: 0 });
  expect(trace(shop, evil)).toMatchObject({ status: 0 });
  expect(trace(shop, namesake)).toMatchObject({ status: 0 });
  const exported = JSON.parse(helix(shop, "export").stdout) as { topic: string; body: string }[];
  const overviews = exported
    .filter(({ topic }) => topic.startsWith("code-"))
    .map(({ body }) => body.split("\n").at(-1));
  expect(overviews.sort()).toEqual([
    expect.stringMatching(/^\[project: acme\/shop, shop-/),
    expect.stringMatching(/^\[project: evil-[0-9a-f]{8}\]$/),
    expect.stringMatching(/^\[project: shop-[0-9a-f]{8}\]$/),
  ]);
});
