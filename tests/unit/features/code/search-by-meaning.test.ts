// code search with embeddings: what is alike in meaning is found beside what the words find; what is embedded, and what
// is sent; whatever goes wrong, the words still rank.

import { beforeEach, describe, expect, test } from "vitest";
import { HelixError } from "../../../../src/base/errors.ts";
import { CALLS } from "../../../../src/base/wording.ts";
import { CodeVectors } from "../../../../src/code/store/code-vectors.ts";
import { type Embedder, RefusedTexts } from "../../../../src/engine/vectors/embedder.ts";
import { codeFeature } from "../../../../src/features/code/code.ts";
import type { FeatureContext } from "../../../../src/features/common/feature.ts";
import { bagOfWords } from "../../../support/embedding-server.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import { MemoryTree, TREE_ROOT, treesOf } from "../../../support/memory-tree.ts";

const EVICT = `/** Evicts old entries of the table. */
export function evictOld(table: Map<string, number>, limit: number): void {
  while (table.size > limit) table.delete(table.keys().next().value);
}
`;
const FILES = {
  "src/cache.ts": EVICT,
  "src/http.ts":
    'export function fetchPage(address: string) {\n  const key = "AKIAIOSFODNN7EXAMPL2";\n  return fetch(address, key);\n}\n',
  "src/invoice.ts": "export function invoiceTotal(lines: Line[]) {\n  return sum(lines);\n}\n",
  "tests/cache.test.ts": 'test("evicts old entries", () => {\n  evictOld(table, 1);\n});\n',
};

let disk: MemoryFileSystem;
let tree: MemoryTree;
let sent: string[];
let failure: Error | null;
let make: (text: string) => number[];
let model: string;

beforeEach(() => {
  disk = new MemoryFileSystem();
  tree = new MemoryTree(FILES);
  sent = [];
  failure = null;
  make = bagOfWords;
  model = "m1";
});

function call(values: Record<string, unknown>, changed: Partial<FeatureContext> = {}) {
  const embedder: Embedder = {
    model,
    async embed(texts) {
      if (failure !== null) throw failure;
      sent.push(...texts);
      return texts.map((text) => Float32Array.from(make(text)));
    },
  };
  const vectors = new CodeVectors(disk, "/kb/code/x", embedder);
  const trees = treesOf(tree);
  const code = { ...trees, open: () => ({ ...trees.open(TREE_ROOT, false), vectors: () => vectors }) };
  const context = { code, directory: TREE_ROOT, project: null, base: { clock: () => 1_771_000_000_000 }, ...changed };
  return codeFeature.run(context as unknown as FeatureContext, values);
}

async function search(query: string, values: Record<string, unknown> = {}) {
  const answer = await call({ query, detail: "files", ...values });
  return { text: answer.text(CALLS), data: (await answer.data()) as { files: { path: string }[]; notes: string[] } };
}

const pathsFor = async (query: string) => (await search(query)).data.files.map(({ path }) => path);
const index = async () => (await call({ action: "index" })).text(CALLS);

test("a synonym's code is found, which no word finds", async () => {
  expect(await pathsFor("discard elderly")).toEqual([]);
  await index();
  expect((await pathsFor("discard elderly"))[0]).toBe("src/cache.ts");
  expect((await search("discard elderly")).text).toContain("tests/cache.test.ts");
});

test("what both find comes before what one finds", async () => {
  tree.put("src/other.ts", "export function discardTotal(total: number) {\n  return total;\n}\n");
  tree.put("src/both.ts", "export function discardOld(table: Table) {\n  evict(table);\n}\n");
  await index();
  const [first, ...others] = await pathsFor("discard stale");
  expect(first).toBe("src/both.ts");
  expect(others).toContain("src/other.ts");
  expect(others).toContain("src/cache.ts");
});

test("--explain shows both places", async () => {
  await index();
  const { text, data } = await search("discard elderly invoice", { explain: true });
  expect(text).toContain("place by words none, by meaning 1");
  expect(text).toMatch(/place by words 1, by meaning [23]/);
  expect(data.files.map((file) => (file as { ranks?: unknown }).ranks)).toContainEqual({ words: null, meaning: 1 });
});

test("filters hold for what is alike, too", async () => {
  await index();
  expect(await pathsFor("discard elderly path:invoice")).not.toContain("src/cache.ts");
  expect(await pathsFor("discard elderly tests:only")).toEqual(["tests/cache.test.ts"]);
});

describe("what is sent", () => {
  test("holds no credentials, neither of code nor of the query", async () => {
    tree.put(
      "src/key.ts",
      `const pem = \`-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n".repeat(60)}-----END PRIVATE KEY-----\`;\n`,
    );
    await index();
    await search("where is AKIAIOSFODNN7EXAMPL2 used");
    expect(sent.length).toBeGreaterThan(4);
    expect(sent.join("\n")).not.toMatch(/AKIAIOSFODNN7EXAMPL2|MIIEvQIBADANBg/);
    expect(sent.join("\n")).toContain("return fetch(address, key)");
  });

  test("is what is new alone: not what was moved, nor what another branch has", async () => {
    expect(await index()).toContain("vectors: 4 of 4 chunks (m1, 64 numbers each");
    const before = sent.length;
    tree.remove("src/cache.ts");
    tree.put("lib/table.ts", EVICT);
    expect(await index()).toContain("vectors: 4 of 4 chunks");
    tree.put("src/cache.ts", EVICT);
    tree.remove("lib/table.ts");
    await index();
    expect(sent).toHaveLength(before);
    expect((await pathsFor("discard elderly"))[0]).toBe("src/cache.ts");
    tree.put("src/cache.ts", `${EVICT}\nexport function clearTable(table: Table) {\n  table.clear();\n}\n`);
    const asked = sent.length;
    await index();
    expect(sent.slice(asked)).toHaveLength(1);
    expect(sent.at(-1)).toContain("clearTable");
  });

  test("is nothing in a search but the query", async () => {
    await index();
    const before = sent.length;
    tree.put("src/new.ts", "export const fresh = 1;\n");
    await search("discard elderly");
    expect(sent.slice(before)).toEqual(["discard elderly"]);
  });

  test("is nothing when a server tries its own answers, nor before something is embedded", async () => {
    await search("discard elderly");
    expect(sent).toEqual([]);
    await index();
    const before = sent.length;
    await call({ query: "discard elderly" }, { isRehearsed: true });
    expect(sent).toHaveLength(before);
  });
});

describe("the words alone rank, and one line says why,", () => {
  const expectWordsAlone = async (why: RegExp) => {
    const { text, data } = await search("invoice total");
    expect(data.files[0]!.path).toBe("src/invoice.ts");
    const lines = text.split("\n").filter((line) => line.startsWith("ranked by words alone: "));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(why);
    expect(data.notes).toContainEqual(lines[0]);
  };

  test("when nothing is embedded yet", async () => {
    await expectWordsAlone(/nothing is embedded yet/);
  });

  test("when the server is gone", async () => {
    await index();
    failure = new HelixError("IO", "nothing listens at http://127.0.0.1:1");
    await expectWordsAlone(/nothing listens at/);
  });

  test("when the query's vector has another length", async () => {
    await index();
    make = (text) => bagOfWords(text, 32);
    await expectWordsAlone(/has 32 numbers/);
  });

  test("but a search that is cancelled is cancelled", async () => {
    await index();
    failure = new HelixError("CANCELLED", "cancelled");
    await expect(search("invoice total")).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

describe("embedding", () => {
  test("that fails half-way keeps what it has, and goes on the next time", async () => {
    for (let at = 0; at < 400; at++) tree.put(`many/file${at}.ts`, `export const constant${at} = "${at} apples";\n`);
    const complete = make;
    make = (text) => {
      if (sent.length > 256) throw new HelixError("IO", "the connection failed");
      return complete(text);
    };
    const first = await index();
    expect(first).toContain("not all is embedded: the connection failed");
    expect(first).toMatch(/vectors: 2\d\d of 404 chunks/);
    make = complete;
    const before = sent.length;
    expect(await index()).toContain("vectors: 404 of 404 chunks");
    expect(sent.length - before).toBeLessThan(200);
  });

  test("that is cancelled is cancelled", async () => {
    failure = new HelixError("CANCELLED", "cancelled");
    await expect(index()).rejects.toMatchObject({ code: "CANCELLED" });
  });

  test("shortens what a server refuses, and leaves out what it refuses however short", async () => {
    const refused: string[] = [];
    tree.put("src/long.ts", `export const long = "${"word ".repeat(900)}";\n`);
    tree.put("src/never.ts", 'export const never = "unwanted";\n');
    make = (text) => {
      if (text.length < 2000 && !text.includes("unwanted")) return bagOfWords(text);
      refused.push(text);
      throw new RefusedTexts("too long");
    };
    expect(await index()).toContain("vectors: 5 of 6 chunks");
    const before = sent.length;
    expect(await index()).toContain("vectors: 5 of 6 chunks");
    expect(sent).toHaveLength(before);
    expect(refused.length).toBeLessThan(20);
  });

  test("by another model begins anew", async () => {
    await index();
    model = "m2";
    expect((await call({ action: "status" })).text(CALLS)).toContain("vectors: 0 of 4 chunks (m2)");
    make = (text) => bagOfWords(text, 32);
    expect(await index()).toContain("vectors: 4 of 4 chunks (m2, 32 numbers each");
    expect((await pathsFor("discard elderly"))[0]).toBe("src/cache.ts");
  });

  test("by a server that answers with other lengths keeps what there is", async () => {
    await index();
    tree.put("src/new.ts", "export const fresh = 1;\n");
    make = (text) => bagOfWords(text, 32);
    expect(await index()).toMatch(/not all is embedded: m1 now gives vectors of 32 numbers, those kept have 64/);
    make = bagOfWords;
    expect(await index()).toContain("vectors: 5 of 5 chunks (m1, 64 numbers each");
  });

  test("leaves the work to another process that does it", async () => {
    const lock = disk.tryLock("/kb/code/x/vectors.bin.lock");
    expect(await index()).toContain("another process embeds this tree");
    lock!.release();
    expect(await index()).toContain("vectors: 4 of 4 chunks");
  });
});
