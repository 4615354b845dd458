// Workspaces: which are active, who is refused, and how they end.

import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LEFT_BEHIND_S, UNHEARD_S } from "../../../../src/plan/workspace/workspace.ts";
import { diskOnceFiles } from "../../../../src/platform/disk-once-files.ts";
import { useFolders } from "../../../support/temporary-folder.ts";
import { newWorkspace, WorkspaceWorld } from "../../../support/workspaces.ts";

const folder = useFolders("each");
const world = () => new WorkspaceWorld(folder());

describe("a workspace that begins", () => {
  test("is active, has a marker, and is in the event log", async () => {
    const { store, start, ...rest } = bound(world());
    const workspace = await start();
    expect(store.active()).toEqual({ active: [{ workspace, calls: [], overrides: [] }], damaged: [] });
    expect(readFileSync(workspace.marker, "utf8")).toMatch(/^helix-guard 1 aaaaaaa001 s1 - \//);
    expect(rest.world.events).toEqual(["001 started"]);
    expect(workspace).toMatchObject({ startedAt: rest.world.now, startedUptime: 100_000, beside: [] });
  });

  test("knows which others were active, and those know it", async () => {
    const { store, start } = bound(world());
    const first = await start();
    const second = await start({ id: "bbbbbbb002", agent: "a2", task: newWorkspace({ seq: "002" }).task });
    store.end(first, { how: "delivered" });
    const third = await start({ id: "ccccccc003", agent: "a3", task: newWorkspace({ seq: "003" }).task });
    const ids = (of: typeof first) => store.beside(of).map(({ workspace }) => workspace.id);
    expect([ids(first), ids(second), ids(third)]).toEqual([[second.id], [first.id, third.id], [second.id]]);
  });

  test("is refused beside another one of its actor, or of its task", async () => {
    const { store, start } = bound(world());
    const first = await start();
    const other = { id: "bbbbbbb002", task: newWorkspace({ seq: "002" }).task };
    expect(await store.create(newWorkspace(other))).toEqual({ kind: "actor", with: first });
    expect(await store.create(newWorkspace({ id: "ccccccc003", agent: "a9" }))).toEqual({ kind: "task", with: first });
    // Of another work tree, it is another builder's.
    await start({ id: "ddddddd004", agent: "a9", root: "/tmp/elsewhere" });
    await start({ ...other, agent: "a2" });
    store.end(first, { how: "blocked" });
    await start({ id: "eeeeeee005" });
  });

  test("is taken back where another one began at the same time, since somebody deleted the lock's file", async () => {
    const { store, world: at } = bound(world());
    const { now: startedAt, uptime: startedUptime } = at;
    const draft = newWorkspace({ id: "bbbbbbb002", agent: "a9", hold: "report", projectDirectory: "" });
    const other = { ...draft, marker: "", beside: [], startedAt, startedUptime };
    const files = {
      ...diskOnceFiles,
      makeFolder(path: string): void {
        diskOnceFiles.makeFolder(path);
        // The other process holds a lock of its own, and has not found this one's workspace yet.
        if (!path.endsWith("/aaaaaaa001")) return;
        diskOnceFiles.makeFolder(path.replace("aaaaaaa001", other.id));
        writeFileSync(`${path.replace("aaaaaaa001", other.id)}/workspace.json`, JSON.stringify(other));
      },
    };
    const late = await at.open({ files }).create(newWorkspace({ projectDirectory: at.project }));
    expect(late).toEqual({ kind: "task", with: other });
    expect([store.ids(), at.events]).toEqual([[other.id], []]);
    expect(existsSync(`${at.home}/.helix-guard`)).toBe(false);
  });

  test("where no hook saw the call, nobody knows the actor, so only the task counts", async () => {
    const { store, start } = bound(world());
    const unheld = { hold: "report" as const, projectDirectory: "" };
    const first = await start(unheld);
    expect(first.marker).toBe("");
    await start({ ...unheld, id: "bbbbbbb002", task: newWorkspace({ seq: "002" }).task });
    expect(await store.create(newWorkspace({ ...unheld, id: "ccccccc003" }))).toMatchObject({ kind: "task" });
    expect(store.settle().ended).toEqual([]);
  });

  test("leaves nothing behind where its marker cannot be made", async () => {
    const { store, start, world: at } = bound(world());
    writeFileSync(at.home, "a file in its place");
    await expect(start()).rejects.toThrow(/marker of the workspace cannot be made in .*nothing was started/);
    expect(store.ids()).toEqual([]);
    expect(at.events).toEqual([]);
    expect(readFileSync(at.home, "utf8")).toBe("a file in its place");
  });

  test("leaves nothing behind where the knowledge base cannot be written", async () => {
    const at = world();
    const failing = { ...diskOnceFiles, write: failOn(/workspaces/, diskOnceFiles.write) };
    await expect(at.open({ files: failing }).create(newWorkspace({ projectDirectory: at.project }))).rejects.toThrow(
      /cannot be written; nothing was started/,
    );
    expect(at.store.ids()).toEqual([]);
    expect(existsSync(`${at.home}/.helix-guard`)).toBe(false);
  });

  test("is taken back where the event log cannot be written", async () => {
    const at = world();
    const record = () => {
      throw new Error("no room");
    };
    await expect(at.open({ record }).create(newWorkspace({ projectDirectory: at.project }))).rejects.toThrow("no room");
    expect(at.activeIds).toEqual([]);
    expect(existsSync(`${at.home}/.helix-guard`)).toBe(false);
  });

  test("is taken back where its marker cannot be put in its place at last", async () => {
    const at = world();
    const place = (draft: string, path: string) => {
      if (path.includes("/active/")) throw Object.assign(new Error("EIO: broken"), { code: "EIO" });
      return diskOnceFiles.place(draft, path);
    };
    const store = at.open({ files: { ...diskOnceFiles, place } });
    await expect(store.create(newWorkspace({ projectDirectory: at.project }))).rejects.toThrow("it was taken back");
    expect(at.activeIds).toEqual([]);
    expect(at.events).toEqual(["001 started", "001 released"]);
    expect(existsSync(`${at.home}/.helix-guard`)).toBe(false);
  });

  test("waits for another process that begins one, and not for ever", async () => {
    const at = world();
    let waited = 0;
    const sleep = async (ms: number) => {
      waited += ms;
    };
    const store = at.open({ tryLock: () => null, sleep });
    await expect(store.create(newWorkspace())).rejects.toMatchObject({ code: "LOCKED" });
    expect(waited).toBe(20_000);
  });
});

function failOn(where: RegExp, call: (path: string, text: string) => void) {
  return (path: string, text: string) => {
    if (where.test(path)) throw Object.assign(new Error("ENOSPC: no space"), { code: "ENOSPC" });
    call(path, text);
  };
}

function bound(at: WorkspaceWorld) {
  return { world: at, store: at.store, start: at.start.bind(at) };
}

describe("a workspace that ends", () => {
  test("is over once, with its state kept and no marker left", async () => {
    const { store, start, world: at } = bound(world());
    const workspace = await start();
    expect(store.end(workspace, { how: "delivered", report: "r1" })).toMatchObject({ isOurs: true, problems: [] });
    expect(store.end(workspace, { how: "released" })).toMatchObject({
      isOurs: false,
      ending: { how: "delivered", report: "r1" },
    });
    expect(at.events).toEqual(["001 started", "001 task delivered r1", "001 delivered"]);
    expect(at.activeIds).toEqual([]);
    expect(store.read(workspace.id)).toEqual(workspace);
    expect(existsSync(`${at.home}/.helix-guard`)).toBe(false);
  });

  test("is over although its end could not be recorded, or its marker not be removed", async () => {
    const at = world();
    const workspace = await at.start();
    const record = () => {
      throw new Error("no room");
    };
    const remove = (path: string) => {
      if (path === workspace.marker) throw new Error("not yours");
      return diskOnceFiles.remove(path);
    };
    const { problems } = at.open({ record, files: { ...diskOnceFiles, remove } }).end(workspace, { how: "blocked" });
    expect(problems).toEqual([
      "its end could not be recorded (no room)",
      "its marker could not be removed (not yours)",
    ]);
    expect(at.activeIds).toEqual([]);
    at.store.settle();
    expect(existsSync(`${at.home}/.helix-guard`)).toBe(false);
  });

  test("by itself, when nothing was heard of it for hours", async () => {
    const { store, start, world: at } = bound(world());
    const workspace = await start();
    const call = { kind: "call", at: 1, id: "x", tool: "Read", verdict: "allowed", counted: true } as const;
    at.pass(LEFT_BEHIND_S - 60);
    store.append(workspace, { ...call, uptime: at.uptime });
    at.pass(120);
    expect(store.settle().ended).toEqual([]);
    at.pass(LEFT_BEHIND_S);
    expect(store.settle().ended).toEqual([{ workspace, how: "expired" }]);
    expect(store.settle().ended).toEqual([]);
    expect(at.events).toEqual(["001 started", "001 expired"]);
    expect(store.calls(workspace.id)).toHaveLength(1);
    expect(existsSync(`${at.home}/.helix-guard`)).toBe(false);
  });

  test("not by a clock that jumps, but after a restart of the machine", async () => {
    const { store, start, world: at } = bound(world());
    await start();
    for (const jump of [400 * 86_400_000, -800 * 86_400_000]) {
      at.now += jump;
      expect(store.settle().ended).toEqual([]);
    }
    at.uptime = LEFT_BEHIND_S - 1;
    expect(store.settle().ended).toEqual([]);
    at.uptime = LEFT_BEHIND_S;
    expect(store.settle().ended).toMatchObject([{ how: "expired" }]);
  });

  test("one that no guard holds has a day", async () => {
    const { store, start, world: at } = bound(world());
    await start({ hold: "report", projectDirectory: "" });
    at.pass(UNHEARD_S - 1);
    expect(store.settle().ended).toEqual([]);
    at.pass(1);
    expect(store.settle().ended).toMatchObject([{ how: "expired" }]);
  });

  test("when a person deletes its marker", async () => {
    const { store, start, world: at } = bound(world());
    const workspace = await start();
    rmSync(workspace.marker);
    expect(store.settle().ended).toEqual([{ workspace, how: "released" }]);
    expect(at.events).toEqual(["001 started", "001 released"]);
  });

  test("not because another home is looked at", async () => {
    const at = world();
    const workspace = await at.start();
    const elsewhere = at.open({ home: folder() });
    expect(elsewhere.settle().ended).toEqual([]);
    elsewhere.end(workspace, { how: "released" });
    expect(existsSync(`${at.home}/.helix-guard`)).toBe(false);
  });
});

describe("what cannot be read", () => {
  test("is told, and is not taken for over", async () => {
    const { store, start, world: at } = bound(world());
    const [first, second] = [await start(), await start({ id: "bbbbbbb002", agent: "a2", root: "/tmp/other" })];
    writeFileSync(`${at.directory}/plans/workspaces/${first.id}/workspace.json`, '{"id":');
    expect(store.settle().ended).toEqual([]);
    expect(store.active()).toMatchObject({
      active: [{ workspace: { id: second.id } }],
      damaged: [{ id: first.id, why: `workspace ${first.id} is damaged` }],
    });
    expect(existsSync(first.marker)).toBe(true);
  });

  test("a damaged line of calls counts as a call, a damaged override allows nothing, a damaged end is an end", async () => {
    const { store, start, world: at } = bound(world());
    const workspace = await start();
    const path = `${at.directory}/plans/workspaces/${workspace.id}`;
    appendFileSync(`${path}/calls.jsonl`, '{"kind":"ca\n\n');
    appendFileSync(`${path}/overrides.jsonl`, '{"at":1,"budget":100,"reason":"because"}\n');
    store.allow(workspace, { at: 1, reason: "one more file", delta: ["b.ts"], budget: 2, accepts: [] });
    const [held] = store.active().active;
    expect(held?.calls).toMatchObject([{ verdict: "allowed", counted: true }]);
    expect(held?.overrides).toMatchObject([{ delta: ["b.ts"], budget: 2 }]);
    writeFileSync(`${path}/ended.json`, "");
    expect(store.ending(workspace.id)).toEqual({ at: 0, how: "released", report: "" });
    expect(at.activeIds).toEqual([]);
  });

  test("folders that are no workspaces are passed over", async () => {
    const { store, start, world: at } = bound(world());
    await start();
    writeFileSync(`${at.directory}/plans/workspaces/notes.txt`, "");
    expect(store.ids()).toEqual(["aaaaaaa001"]);
    expect(readdirSync(`${at.directory}/plans/workspaces`)).toContain("notes.txt");
  });
});
