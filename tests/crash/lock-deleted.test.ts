// `.lock` was deleted while others wrote: whoever came next locked a new file of that name, took a write that was under
// way for a torn tail, and moved it away, with what had been acknowledged meanwhile.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isLong, sayFigures, timeLimit, timeOver } from "../prove/support/proof.ts";
import { openKnowledgeBase, temporaryDirectory } from "../support/knowledge.ts";
import { WorkerProcess } from "../support/process-child.ts";
import { NOTE_TOPIC, noteOf } from "../support/process-notes.ts";
import { addition } from "../support/random-log.ts";

/** How many notes each of them stores in a round, and how long `.lock` stays at most, in milliseconds. */
const NOTES = isLong ? 150 : 75;
const PAUSE_MS = 2;
const ROLES = ["storm", "storm", "storm", "original"] as const;

interface Round {
  readonly deletions: number;
  readonly acknowledged: readonly string[];
  readonly half: readonly string[];
  readonly found: readonly string[];
}

async function round(): Promise<Round> {
  const directory = temporaryDirectory();
  const base = openKnowledgeBase(directory);
  await base.change(() => [addition("other", "the log is there")]);
  const writers = ROLES.map((role, at) => {
    const writer = new WorkerProcess({ role, directory, lock: "whole", label: `${role}${at}`, count: NOTES });
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
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const lines = (await ended).flat();
  const view = await base.view();
  const found = view.topicDocuments(NOTE_TOPIC).map((id) => noteOf(view.body(id) ?? "")?.key ?? "not whole");
  base.close();
  return {
    deletions,
    acknowledged: lines.filter((line) => line.startsWith("ack add ")).map((line) => line.slice("ack add ".length)),
    half: lines.filter((line) => line.startsWith("half")),
    found,
  };
}

test(
  "nothing that helix or the original has acknowledged is lost or doubled",
  async () => {
    const isOver = timeOver();
    const sums = { rounds: 0, deletions: 0, acknowledged: 0, lost: 0 };
    while (sums.rounds === 0 || (isLong && !isOver())) {
      const { deletions, acknowledged, half, found } = await round();
      expect(acknowledged).toHaveLength(ROLES.length * NOTES);
      expect([...found].sort()).toEqual([...acknowledged].sort());
      expect(half).toEqual([]);
      sums.rounds++;
      sums.deletions += deletions;
      sums.acknowledged += acknowledged.length;
    }
    sayFigures("lock-deleted", sums);
    expect(sums.deletions).toBeGreaterThan(20);
  },
  timeLimit,
);
