// plan action=start by a program that plays a client, below the client of a session that has a task.

import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Caller, planOf, StartWorld, taskOf } from "../../../support/started-plan.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

function world(tasks = [taskOf(1), taskOf(2, { depends: [] })]): StartWorld {
  const made = new StartWorld(folder());
  made.save(planOf(tasks));
  return made;
}

const startIn = (at: StartWorld, seq: string, caller?: Caller) => at.text("start", { seq }, caller);

describe("a program that the assistant runs", () => {
  const client = "10-1";
  const held: Caller = { agent: "a2", processes: [client, "1-0"], binding: { client } };
  const rows: readonly [string, Caller, boolean][] = [
    [
      "with a server of its own, which no hook saw",
      { isUnseen: true, processes: ["30-1", "20-1", client, "1-0"] },
      false,
    ],
    ["that plays the session's hooks", { processes: ["30-1", client], binding: { client: "30-1" } }, false],
    [
      "that plays them for another agent",
      { agent: "a7", processes: ["30-1", client], binding: { client: "30-1" } },
      false,
    ],
    [
      "a client below the client, with hooks of its own",
      { session: "s9", processes: ["30-1", client], binding: { client: "30-1" } },
      true,
    ],
    ["the client itself, for another agent", { agent: "a3", processes: [client, "1-0"], binding: { client } }, true],
    ["another client", { session: "s2", processes: ["40-1", "1-0"], binding: { client: "40-1" } }, true],
    ["another client without hooks", { isUnseen: true, processes: ["40-1", "1-0"] }, true],
    [
      "the client, behind a program that starts its servers",
      { agent: "a3", processes: ["11-1", client], binding: { client } },
      true,
    ],
  ];
  test.each(rows)("%s", async (_, caller, mayBegin) => {
    const at = world();
    await startIn(at, "001", held);
    if (mayBegin) expect(await startIn(at, "002", caller)).toContain("task 002 task-2 is yours");
    else
      await expect(startIn(at, "002", caller)).rejects.toThrow(
        /^a program that the assistant runs calls here, and it can begin no task/,
      );
  });

  test("begins nothing that excuses a change or is in the way, also where its task began before", async () => {
    const at = world([taskOf(1), taskOf(2, { depends: [], delta: ["src/"] })]);
    await startIn(at, "002", { isUnseen: true, processes: ["30-1", client] });
    await startIn(at, "001", held);
    writeFileSync(`${at.root}/src/part-2.ts`, "evil");
    const { refusals } = await at.data("report", { status: "delivered", summary: "it is done" }, held);
    expect(JSON.stringify(refusals)).toContain("src/part-2.ts added");
  });

  test("a task of a client whose calls no hook sees can be reported as blocked there, and nowhere else", async () => {
    const at = world();
    await startIn(at, "001", held);
    const blocked = { status: "blocked", summary: "the disk is full" };
    for (const processes of [["30-1", client], [client.replace("1", "2")], []])
      await expect(at.text("report", blocked, { isUnseen: true, processes })).rejects.toThrow("no hook saw this call");
    const unseen: Caller = { isUnseen: true, processes: [client, "1-0"] };
    await expect(at.text("report", { ...blocked, status: "delivered" }, unseen)).rejects.toThrow(
      "no hook saw this call",
    );
    expect(await at.text("report", blocked, unseen)).toContain("blocked: task 001 task-1");
  });
});
