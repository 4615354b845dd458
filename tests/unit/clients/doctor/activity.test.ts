// What is in use: clients and their versions, when hooks last decided something, the servers that run. Programs,
// processes and events are made up.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import {
  activityOf,
  clientFindings,
  hookTimeFindings,
  serverFindings,
} from "../../../../src/clients/doctor/activity.ts";
import { encodeEvents } from "../../../../src/events/log/event-line.ts";
import { EventLog } from "../../../../src/events/log/event-log.ts";
import type { NewEvent } from "../../../../src/events/log/event-types.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import type { OwnProcess } from "../../../../src/platform/own-processes.ts";
import { linesOf, put, putProgram, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let root = "";
let sound: Surroundings;
let started: string[][] = [];

beforeEach(() => {
  root = folder();
  started = [];
  const run: Surroundings["run"] = (program, words, limitMs) => {
    started.push([program, ...words]);
    expect(limitMs).toBeLessThanOrEqual(5000);
    return program.includes("mute") ? null : "2.1.329 (Claude Code)\n";
  };
  sound = soundSurroundings(root, { run });
});

describe("clients", () => {
  const lines = () => linesOf(clientFindings(activityOf(sound)));

  it("none is a note", () => {
    expect(lines()).toEqual(["note: Claude Code is not here: there is no claude on PATH"]);
    expect(started).toEqual([]);
  });

  it("Claude Code tells its version, and others are known by their folders", () => {
    const program = putProgram(join(root, "bin", "claude"));
    for (const name of [".codex", ".config/opencode", ".cursor"])
      mkdirSync(join(sound.home, name), { recursive: true });
    put(join(sound.home, ".gemini"), "a file, and no folder");
    expect(lines()).toEqual([
      `ok: Claude Code 2.1.329: ${program}`,
      'ok: 3 other clients: Codex (~/.codex), opencode (~/.config/opencode), Cursor (~/.cursor); as an MCP server they start "helix serve"',
    ]);
    expect(started).toEqual([[program, "--version"]]);
  });

  it("one that does not tell its version", () => {
    const program = putProgram(join(sound.home, ".local", "bin", "claude"));
    sound = { ...sound, run: () => null };
    expect(lines()).toEqual([`ok: Claude Code (it does not tell its version): ${program}`]);
  });

  it("a program that a project put into a relative folder of PATH is not started", () => {
    putProgram(join(root, "project", "relative", "claude"));
    expect(lines()).toEqual(["note: Claude Code is not here: there is no claude on PATH"]);
    expect(started).toEqual([]);
  });
});

describe("hooks", () => {
  const MINUTE = 60_000;
  const NOON = Date.UTC(2026, 10, 22, 12);
  let ids = 0;
  const logged = (at: number, ...events: NewEvent[]) => {
    const head = { at, session: "s", agent: "", project: [] };
    new EventLog(diskFileSystem, sound.directory).appendSynced(
      encodeEvents(head, events, () => String(ids++).padStart(10, "0")),
    );
  };
  const lines = (areInstalled: boolean) => linesOf(hookTimeFindings(activityOf(sound), areInstalled));

  it("none has decided anything yet: a word only where hooks are installed", () => {
    expect(lines(false)).toEqual([]);
    expect(lines(true)).toEqual([
      "note: no hook has decided anything yet: the client reads its settings when it starts",
    ]);
  });

  it("each with the last time, whatever it decided; never for the others", () => {
    mkdirSync(sound.directory, { mode: 0o700 });
    logged(NOON, { type: "shown", hook: "session", notes: ["1234567890"] });
    logged(NOON + MINUTE, { type: "withheld", hook: "prompt", why: "unknown" }, { type: "run", run: "make", ok: true });
    logged(NOON - MINUTE, { type: "withheld", hook: "prompt", why: "words" });
    put(join(sound.directory, "events", "00000000.jsonl"), "damaged\n");
    expect(lines(true)).toEqual([
      "ok: hooks last decided something: prompt 2026-11-22 17:31, session 2026-11-22 17:30; never: ambient, post-build, error-context, pre-compact, stop, subagent, approve-mcp (a hook with nothing to look for leaves no trace)",
    ]);
    const { hooks } = activityOf(sound);
    expect(hooks.find(({ hook }) => hook === "prompt")?.last).toBe(NOON + MINUTE);
    expect(hooks.find(({ hook }) => hook === "stop")?.last).toBeNull();
  });
});

describe("servers", () => {
  const server = (pid: number, changes: Partial<OwnProcess> = {}): OwnProcess => ({
    pid,
    words: ["helix", "serve"],
    program: sound.executable,
    isReplaced: false,
    image: `/proc/${pid}/exe`,
    directory: "/",
    variable: (name) => (name === "HOME" ? sound.home : null),
    ...changes,
  });
  const lines = (...all: OwnProcess[]) => {
    const processes: Surroundings["processes"] = (accepts) => all.filter(({ words }) => accepts(words));
    return linesOf(serverFindings(activityOf({ ...sound, processes })));
  };

  it("none", () => {
    expect(lines()).toEqual(["ok: none runs here: a client starts its own"]);
    expect(lines(server(1, { words: ["helix", "doctor"] }), server(2, { words: ["vim", "serve"] }))).toHaveLength(1);
  });

  it("of this program, of another one, and of a build that was replaced", () => {
    const other = putProgram(join(root, "other", "helix"));
    expect(
      lines(
        server(1),
        server(2, { program: other, words: [other, "serve", "~/.helix-kb"] }),
        server(3, { isReplaced: true }),
        server(4, { isReplaced: true, image: "/proc/mute/exe" }),
      ),
    ).toEqual([
      expect.stringMatching(/^ok: process 1: helix \d+\.\d+\.\d+\S*, this program$/),
      `note: process 2: helix 2.1.329, another program: ${other}`,
      `note: process 3: helix 2.1.329, an earlier build of ${sound.executable} -> start its client anew`,
      `note: process 4: helix of an unknown version, an earlier build of ${sound.executable} -> start its client anew`,
    ]);
    expect(started).toEqual(["/proc/2/exe", "/proc/3/exe", "/proc/mute/exe"].map((path) => [path, "--version"]));
  });

  it("those of other knowledge bases are counted, and not asked", () => {
    const elsewhere = [
      server(1, { words: ["helix", "serve", "/kb"] }),
      server(2, { words: ["helix", "serve", "--kb", "/kb"] }),
      server(3, { variable: (name) => (name === "HELIX_KB" ? "kb" : sound.home), directory: "/srv" }),
    ];
    expect(lines(...elsewhere)).toEqual(["ok: none runs here: a client starts its own; 3 serve other knowledge bases"]);
    expect(started).toEqual([]);
    const here = server(4, { words: ["helix", "serve", ".helix-kb"], directory: sound.home });
    expect(lines(here, ...elsewhere).at(-1)).toBe("ok: 3 servers of other knowledge bases run too");
    expect(lines(here, ...elsewhere)).toHaveLength(2);
  });

  it("at most six are asked, and the others are counted", () => {
    const all = Array.from({ length: 8 }, (_, at) => server(at + 1));
    expect(lines(...all)).toHaveLength(7);
    expect(lines(...all).at(-1)).toBe("ok: 2 more servers run here");
  });
});
