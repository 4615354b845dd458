// An event whose name was "" was written without that name, and then counted as damaged when it was read: an output whose
// original the client keeps has no key, a search in files no program.

import { expect, it } from "vitest";
import { LEFT_OUT } from "../../src/events/log/event-line.ts";
import { EVENT_TYPES } from "../../src/events/log/event-types.ts";
import { EventDisk } from "../support/event-disk.ts";

it("an event with empty names is read as it was written", () => {
  const disk = new EventDisk();
  const filter = {
    type: "filter",
    by: "Grep",
    command: "",
    filter: "matches",
    key: "",
    before: 9000,
    after: 300,
  } as const;
  const attempt = { type: "attempt", task: "t1", signature: "", diff: "", ok: true } as const;
  disk.append([filter, attempt]);
  const { events, damaged } = disk.read();
  expect(damaged).toBe(0);
  expect(events).toMatchObject([filter, attempt]);
});

it("what may be missing is still left out", () => {
  const disk = new EventDisk();
  disk.append([{ type: "shown", hook: "prompt", notes: [], file: "" }], { agent: "", session: "" });
  expect(disk.read().events[0]).not.toHaveProperty("file");
});

it("every text that may be missing is known, and none that may not", () => {
  const fields = Object.values(EVENT_TYPES).flatMap((all) => Object.entries(all));
  const optional = fields.filter(([, kind]) => kind === "text?").map(([name]) => name);
  expect(new Set([...optional, "session", "agent"])).toEqual(new Set(LEFT_OUT));
  // An edit has a file, always.
  expect(fields.filter(([name, kind]) => kind === "text" && LEFT_OUT.includes(name))).toEqual([["file", "text"]]);
});
