// An event whose name was "" was written without that name, and then counted as damaged when it was read: an output whose
// original the client keeps has no key, a search in files no program.

import { expect, it } from "vitest";
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
