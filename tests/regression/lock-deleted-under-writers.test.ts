// `.lock` was deleted while others wrote: whoever came next locked a new file of that name, took a write that was under way for a torn tail,
// and moved it away, with what had been acknowledged meanwhile.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";
import { WorkerProcess } from "../support/process-child.ts";
import { NOTE_TOPIC, noteOf } from "../support/process-notes.ts";
import { addition } from "../support/random-log.ts";

const NOTES = 150;
const ROLES = ["storm", "storm", "storm", "original"] as const;

test("nothing that was acknowledged is lost or doubled, by helix or the original", async () => {
  const directory = temporaryDirectory();
  const base = openKnowledgeBase(directory);
  await base.change(() => [addition("other", "the log is there")]);
  const writers = ROLES.map((role, at) => {
    const writer = new WorkerProcess({ role, directory, label: `${role}${at}`, count: NOTES });
    onTestFinished(async () => {
      await writer.kill();
    });
    return writer;
  });
  let isOver = false;
  let deletions = 0;
  const ended = Promise.all(writers.map((writer) => writer.end())).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    rmSync(join(directory, ".lock"), { force: true });
    deletions++;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const lines = (await ended).flat();
  const acknowledged = lines.filter((line) => line.startsWith("ack add ")).map((line) => line.slice(8));
  expect(acknowledged).toHaveLength(ROLES.length * NOTES);
  expect(deletions).toBeGreaterThan(20);

  const view = await base.view();
  const found = view.topicDocuments(NOTE_TOPIC).map((id) => noteOf(view.body(id) ?? "")?.key ?? "not whole");
  base.close();
  expect(found.sort()).toEqual(acknowledged.sort());
  expect(lines.filter((line) => line.startsWith("half"))).toEqual([]);
});
