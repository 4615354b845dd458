// Documents by the hash of their bytes: kept once, never changed, never read when damaged, and taken over from lines.

import { beforeEach, expect, test } from "vitest";
import { DocumentStore } from "../../../../src/plan/documents/document-store.ts";
import type { Plan } from "../../../../src/plan/documents/plan-documents.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { taskOf } from "../../../support/plan-workspace.ts";

const FOLDER = "/kb/plans/documents";
const PLAN: Plan = {
  objective: "ship\u200b it",
  decision: "PROCEED",
  questions: [],
  framework: "",
  idioms: { required: [], forbidden: [] },
  tasks: [taskOf()],
};
const DOCUMENT = { kind: "plan", project: "shop-12345678", body: PLAN } as const;

let files: MemoryFileSystem;
let store: DocumentStore;

beforeEach(() => {
  files = new MemoryFileSystem();
  store = new DocumentStore(files, FOLDER);
});

function overwrite(hash: string, text: string): void {
  const handle = files.open(`${FOLDER}/${hash}.json`, "append");
  handle.truncate(0);
  handle.append(new TextEncoder().encode(text));
  handle.close();
}

test("what killed processes left is swept by the next document, and what a living one is at is not", () => {
  const kept = store.write(DOCUMENT);
  const drafts = [2_000_000_000, process.pid].map((pid) => `${kept.replaceAll("0", "1")}.json.tmp-${pid}-1-abcdef`);
  for (const name of drafts) files.open(`${FOLDER}/${name}`, "append").close();
  store.write({ ...DOCUMENT, project: "other-12345678" });
  expect(files.list(FOLDER).filter((name) => name.includes(".tmp-"))).toEqual([drafts[1]]);
});

test("the damaged ones are known", () => {
  const hash = store.write(DOCUMENT);
  store.write({ ...DOCUMENT, project: "other-12345678" });
  expect(store.damaged()).toEqual([]);
  overwrite(hash, "{");
  expect(store.damaged()).toEqual([hash]);
});

test("the same is one document; of another project it is another", () => {
  const hash = store.write(DOCUMENT);
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  expect([store.write(DOCUMENT), store.hashes()]).toEqual([hash, [hash]]);
  expect(store.write({ ...DOCUMENT, project: "other-12345678" })).not.toBe(hash);
  expect([store.body("plan", hash), store.body("report", hash)]).toEqual([PLAN, null]);
});

test("a damaged document is none, and is made whole by whoever writes it again", () => {
  const hash = store.write(DOCUMENT);
  overwrite(hash, '{"v":1,"kind":"plan","project":"","body":{}}\n');
  expect(store.read(hash)).toBeNull();
  let damaged = 0;
  expect([[...store.lines(() => damaged++)], damaged]).toEqual([[], 1]);
  store.write(DOCUMENT);
  expect(store.read(hash)).toEqual(DOCUMENT);
});

test("a name that is no hash leads nowhere", () => {
  for (const name of ["../events/active", "", "a".repeat(31), "A".repeat(32)]) expect(store.read(name)).toBeNull();
});

test("lines go to another store, once, however JSON writes them", () => {
  const hash = store.write(DOCUMENT);
  const [line = ""] = [...store.lines(() => undefined)];
  const escaped = line.replaceAll("\u200b", "\\u200b");
  expect(escaped).not.toBe(line);
  const other = new DocumentStore(new MemoryFileSystem(), FOLDER);
  expect([other.adopt(escaped), other.adopt(line)]).toEqual([
    { hash, isNew: true },
    { hash, isNew: false },
  ]);
  expect(other.read(hash)).toEqual(DOCUMENT);
  expect([other.adopt("{}"), other.adopt("no"), other.adopt('{"v":2,"kind":"plan","project":"","body":{}}')]).toEqual([
    null,
    null,
    null,
  ]);
});
