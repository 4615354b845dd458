// Notes of one template have most of their words in common. That is not what a question is about: the answer comes
// first, in a base of ten notes and in one of hundreds.

import { expect, it } from "vitest";
import { foundDocuments, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";

const ANSWER =
  "certificates of the gateway are renewed by cert-manager every 60 days\nforce one: kubectl cert-manager renew gateway";

function check(day: number): string {
  return `daily check ${day}: gateway certificates renewed, disk ${50 + (day % 40)}%, queue empty, backups fine, no alerts, dashboard green\nnothing to do for the gateway`;
}

it.each([6, 400])("%d daily checks", async (checks) => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const notes = [
    ANSWER,
    ...Array.from({ length: checks }, (_, at) => check(at + 1)),
    "lunch is at noon",
    "the tree is clean",
  ];
  await base.change(() =>
    notes.map((body, at) => ({ kind: "add" as const, topic: `t${at}`, body, minutes: NOW_MINUTES })),
  );
  expect(foundDocuments(await base.view(), "how are the certificates of the gateway renewed")[0]).toBe(0);
});
