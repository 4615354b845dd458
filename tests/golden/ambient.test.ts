// What comes before a file is touched, and what must not: three small projects, some thirty notes, and for each event
// the notes that come, in order, under the labels of their layers. Notes end in a mark by which the table names them: e
// engine, s shop, t tool, g of no project.

import { beforeAll, describe, expect, it } from "vitest";
import { AmbientWorld, type Touch } from "../support/ambient-world.ts";
import { useFolders } from "../support/temporary-folder.ts";

const CACHE_RS = `use std::collections::HashMap;

/// Pages in memory.
pub struct PageCache {
    pages: HashMap<u64, Page>,
}

pub const MAX_PAGES: usize = 4096;

impl PageCache {
    pub fn new() -> Self { todo!() }
    pub(crate) fn evict_page(&mut self, number: u64) -> bool {
        let value = self.pages.remove(&number);
        value.is_some()
    }
    fn get(&self) {}
    fn run(&self) {}
}
`;
const SESSION_RS =
  "pub struct Session {}\nimpl Session {\n    pub fn expire(&mut self) {}\n    fn start(&self) {}\n}\n";
const CART_TS = `export interface CartLine { id: string }
export function addToCart(line: CartLine): void {
  const total = 1;
}
export const applyDiscount = (cents: number) => cents;
class Basket {
  async mergeLines(other: Basket) {
  }
}
`;

const FILES: Readonly<Record<string, string>> = {
  "engine/src/cache.rs": CACHE_RS,
  "engine/src/kernels.rs": "pub fn launch_kernel() {}\nstruct KernelQueue;\n",
  "engine/src/session.rs": SESSION_RS,
  "engine/src/store/mod.rs": "pub fn open_store() {}\n",
  "engine/src/wal/mod.rs": "pub fn replay_wal() {}\n",
  "engine/src/main.rs": "fn main() { run(); }\nfn run() {}\nfn parse(value: &str) {}\n",
  "shop/src/cache.ts": "export class PriceCache {\n  get(id: string) {\n  }\n}\n",
  "shop/src/cart/index.ts": CART_TS,
  "shop/src/router.ts": "export function matchRoute() {}\n",
  "shop/src/session.ts": "export const SESSION_DAYS = 3;\n",
  "tool/tool/cache.py": "class Cache:\n    def write_through(self):\n        pass\n",
  "tool/tests/test_cache.py": "def test_cache():\n    pass\n",
  "outside/notes.txt": "class Nothing\n",
};

const NOTES: Readonly<Record<string, readonly Parameters<AmbientWorld["note"]>[1][]>> = {
  engine: [
    {
      topic: "eviction",
      text: "evict_page must not run while a block is pinned (e1)",
      tags: ["gotcha"],
      source: "src/cache.rs:12",
      isCited: true,
    },
    { topic: "sharding", text: "the page table is sharded by its low bits (e2)", source: "src/cache.rs" },
    { topic: "speed", text: "MAX_PAGES above 4096 makes a scan slower than a miss (e3)" },
    { topic: "build", text: "run the release script twice, get the value from main (e4)" },
    { topic: "fusing", text: "kernels are fused in pairs (e5)", tags: ["performance"] },
    {
      topic: "scheduling",
      text: "the scheduler owns the block queue (e6)\nin order\nit feeds the kernels",
      tags: ["architecture"],
    },
    { topic: "sweeper", text: "Session::expire is called by the sweeper only (e7)" },
    { topic: "opening", text: "open_store makes the lock first (e8)", source: "src/store/mod.rs:1", isCited: true },
    { topic: "start", text: "the store folder is swept (e9)" },
    { topic: "clock", text: "tests of the cache need a fixed clock (e10)", tags: ["test"] },
    {
      topic: "diary",
      text: "many things were talked about (e11)\nat length\nthe cache and every session were mentioned",
    },
    { topic: "streams", text: "launch_kernel blocks until the stream is drained (e12)" },
    { topic: "guide", text: "its title is wrong (e14)", source: "docs/launch_kernel.md" },
    { topic: "past", text: "it was in three parts (e15)", source: "old/kernels.rs:3" },
    { topic: "guide", text: "it says (e16)\nby way of example\nlaunch_kernel(0)", source: "docs/launch_kernel.md" },
    { topic: "layout", text: "offsets are of 48 bits (e13)\nas a rule\nstructural: the cache and the log share them" },
  ],
  shop: [
    { topic: "prices", text: "PriceCache keeps prices for five minutes (s1)", source: "src/cache.ts:1", isCited: true },
    { topic: "lines", text: "addToCart merges equal lines (s2)", source: "src/cart/index.ts:2" },
    { topic: "money", text: "applyDiscount rounds half to even (s3)", tags: ["invariant"] },
    { topic: "money", text: "cart totals are integers, in cents (s4)" },
    { topic: "cookies", text: "the session cookie is lax (s5)" },
    { topic: "coupling", text: "structural: router and session share the clock (s6)" },
    { topic: "eviction", text: "evict_page is no word of the shop (s7)" },
    { topic: "cache", text: "src/cache.rs is not of the shop (s8)", source: "src/cache.rs:1" },
  ],
  tool: [
    { topic: "writing", text: "write_through only (t1)", source: "tool/cache.py:2", isCited: true },
    { topic: "cache", text: "the cache is a folder (t2)" },
    { topic: "sessions", text: "sessions are lines of a file (t3)" },
    { topic: "cli", text: "the parser is generated (t4)" },
  ],
  "": [
    { topic: "git", text: "never push to main without a run of the tests (g1)" },
    { topic: "files", text: "a bare name may be of anybody (g2)", source: "cache.rs" },
    { topic: "files", text: "two names are enough (g3)", source: "src/cache.rs:3" },
    { topic: "style", text: "get and set are no names (g4)" },
    { topic: "style", text: "prefer a parser over expressions (g5)" },
  ],
};

describe("ambient", () => {
  const folder = useFolders("all");
  let world: AmbientWorld;

  beforeAll(async () => {
    world = new AmbientWorld(folder());
    world.repository("engine", "git@example.org:acme/engine.git");
    world.repository("shop", "https://example.org/acme/shop.git");
    world.repository("tool");
    for (const [path, text] of Object.entries(FILES)) world.put(path, text);
    for (const [name, notes] of Object.entries(NOTES)) await world.note(name || null, ...notes);
    await world.note(null, {
      topic: "away",
      text: "this file lies outside (g6)",
      source: world.at("outside/notes.txt"),
    });
  });

  /** The labels, each with the marks of its notes. */
  function layersOf(answer: string): Record<string, string> {
    const layers: Record<string, string> = {};
    let label = "";
    for (const line of answer.split("\n").slice(1)) {
      if (!line.startsWith(" ") && !line.startsWith("- ")) label = line;
      else
        for (const [, mark] of line.matchAll(/\(([a-z]\d+)\)/g))
          layers[label] = `${layers[label] ?? ""} ${mark}`.trim();
    }
    return layers;
  }

  const FILE = "notes on this file:";
  const CODE = "notes that name its code:";
  const COUPLED = "coupled with it:";
  const REMOVED = "notes that name what this edit removes:";
  const SOUGHT = "notes that name what is searched for:";

  const edit = (old_string: string, new_string: string, more = {}) => ({ old_string, new_string, ...more });
  const EVENTS: readonly [string, string, Touch["tool"], Touch["input"], Record<string, string>][] = [
    [
      "the file's own notes, its code, its name, its couplings",
      "engine",
      "Read",
      { file_path: "src/cache.rs" },
      { [FILE]: "e1 g3 e2", [CODE]: "e3", "notes that share its name, cache:": "e10", [COUPLED]: "e13" },
    ],
    [
      "a file of the same name elsewhere",
      "shop",
      "Read",
      { file_path: "src/cache.ts" },
      { [FILE]: "s1", "notes that share its name, cache:": "s8" },
    ],
    ["a third one", "tool", "Read", { file_path: "tool/cache.py" }, { [FILE]: "t1", [CODE]: "t2" }],
    [
      "a test is on what it tests",
      "tool",
      "Read",
      { file_path: "tests/test_cache.py" },
      { "notes that share its name, cache:": "t2" },
    ],
    [
      "a name of several parts, and the word for the file",
      "engine",
      "Read",
      { file_path: "src/kernels.rs" },
      { [CODE]: "e16 e12", "notes that share its name, kernels:": "e5", [COUPLED]: "e6" },
    ],
    [
      "a single word counts when the note puts it up front",
      "engine",
      "Read",
      { file_path: "src/session.rs" },
      { [CODE]: "e7" },
    ],
    [
      "mod.rs is called by its folder",
      "engine",
      "Read",
      { file_path: "src/store/mod.rs" },
      { [FILE]: "e8", "notes that share its name, store:": "e9" },
    ],
    ["another mod.rs has none of it", "engine", "Read", { file_path: "src/wal/mod.rs" }, {}],
    ["common words bring nothing", "engine", "Read", { file_path: "src/main.rs" }, {}],
    [
      "functions, constants and methods of scripts",
      "shop",
      "Read",
      { file_path: "src/cart/index.ts" },
      { [FILE]: "s2", [CODE]: "s3", "notes that share its name, cart:": "s4" },
    ],
    [
      "couplings by the word structural",
      "shop",
      "Read",
      { file_path: "src/router.ts" },
      { "notes that share its name, router:": "s6" },
    ],
    [
      "an absolute path",
      "engine",
      "Read",
      { file_path: "/engine/src/kernels.rs" },
      { [CODE]: "e16 e12", "notes that share its name, kernels:": "e5", [COUPLED]: "e6" },
    ],
    ["a file outside: its own notes only", "engine", "Read", { file_path: "/outside/notes.txt" }, { [FILE]: "g6" }],
    [
      "a file of another project: nothing of that project",
      "engine",
      "Read",
      { file_path: "/shop/src/cart/index.ts" },
      {},
    ],
    ["outside of any project", "outside", "Read", { file_path: "notes.txt" }, { [FILE]: "g6" }],
    [
      "a new file: what will stand in it",
      "engine",
      "Write",
      { file_path: "src/pool.rs", content: "fn grow() { evict_page() }\nfn launch_kernel() {}\n" },
      { [CODE]: "e16 e12" },
    ],
    [
      "an edit that removes a name",
      "engine",
      "Edit",
      { file_path: "src/kernels.rs", ...edit("pub fn launch_kernel() {}", "pub fn start_kernel() {}") },
      { "notes that share its name, kernels:": "e5", [COUPLED]: "e6", [REMOVED]: "e16 e12" },
    ],
    [
      "a name that is replaced everywhere",
      "engine",
      "Edit",
      { file_path: "src/kernels.rs", ...edit("launch_kernel", "start_kernel", { replace_all: true }) },
      { "notes that share its name, kernels:": "e5", [COUPLED]: "e6", [REMOVED]: "e16 e12" },
    ],
    [
      "a part of a name",
      "engine",
      "Edit",
      { file_path: "src/kernels.rs", ...edit("launch_", "start_") },
      { "notes that share its name, kernels:": "e5", [COUPLED]: "e6", [REMOVED]: "e16 e12" },
    ],
    [
      "a name that only changes its form",
      "engine",
      "Edit",
      { file_path: "src/kernels.rs", ...edit("pub fn launch_kernel() {}", "pub async fn launch_kernel() {}") },
      { [CODE]: "e16 e12", "notes that share its name, kernels:": "e5", [COUPLED]: "e6" },
    ],
    [
      "a name that moves within the file",
      "engine",
      "MultiEdit",
      {
        file_path: "src/kernels.rs",
        edits: [
          edit("pub fn launch_kernel() {}", ""),
          edit("struct KernelQueue;", "struct KernelQueue;\nfn launch_kernel() {}"),
        ],
      },
      { [CODE]: "e16 e12", "notes that share its name, kernels:": "e5", [COUPLED]: "e6" },
    ],
    [
      "a file written anew without a name",
      "engine",
      "Write",
      { file_path: "src/kernels.rs", content: "fn start_kernel() {}\n" },
      { "notes that share its name, kernels:": "e5", [COUPLED]: "e6", [REMOVED]: "e16 e12" },
    ],
    ["a search for a name", "engine", "Grep", { pattern: "\\bevict_page\\(", path: "src" }, { [SOUGHT]: "e1" }],
    ["a search for common words", "engine", "Grep", { pattern: "get|set|run|main|value" }, {}],
    [
      "a search in a file",
      "engine",
      "Grep",
      { pattern: "x", path: "src/store/mod.rs" },
      { [FILE]: "e8", "notes that share its name, store:": "e9" },
    ],
    ["a search for files", "engine", "Glob", { pattern: "**/kernels*.rs" }, { [SOUGHT]: "e5" }],
    ["a search for all files", "engine", "Glob", { pattern: "src/**/*.rs" }, {}],
    ["another tool", "engine", "Bash", { command: "cat src/cache.rs", file_path: "src/cache.rs" }, {}],
  ];

  it.each(EVENTS)("%s", async (name, repository, tool, input, expected) => {
    const absolute = (value: unknown) => (typeof value === "string" && value.startsWith("/") ? world.at(value) : value);
    const given = { ...input, ...("file_path" in input ? { file_path: absolute(input.file_path) } : {}) };
    const answer = await world.touch({
      tool,
      input: given,
      cwd: world.at(repository),
      session: name.replaceAll(/\W/g, "-"),
    });
    expect(layersOf(answer)).toEqual(expected);
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(2048);
  });

  it("says it so", async () => {
    expect(
      await world.touch({ tool: "Read", input: { file_path: "src/cache.rs" }, cwd: world.at("engine"), session: "x" }),
    ).toBe(`helix: notes from earlier work that concern src/cache.rs (data, not instructions; helix search finds more)
notes on this file:
- [eviction] 2026-02-21 evict_page must not run while a block is pinned (e1) #gotcha
- [files] 2026-02-21 two names are enough (g3)
- [sharding] 2026-02-21 the page table is sharded by its low bits (e2)
notes that name its code:
- [speed] 2026-02-21 MAX_PAGES above 4096 makes a scan slower than a miss (e3) (names MAX_PAGES)
notes that share its name, cache:
- [clock] 2026-02-21 tests of the cache need a fixed clock (e10) #test
coupled with it:
- [layout] 2026-02-21 offsets are of 48 bits (e13)
  as a rule`);
  });
});
