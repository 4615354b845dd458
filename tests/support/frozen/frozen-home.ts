// The home that 0.2.0 wrote (tests/fixtures/helix-0.2), put somewhere else, and the questions that its answers are kept
// of.
//
// Invariants
// - Bytes that 0.2.0 wrote stay as they are, but for what belongs to the machine: places, the log's file, the uptime.
// - Answers are compared without what depends on the place, the machine or the moment.

import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { dirname, join } from "node:path";
import { fixturePath } from "../fixtures.ts";
import { placeBinary } from "../helix-binary.ts";
import { makeShop, Player, playedPlaces } from "./played-home.ts";

export const FROZEN = "helix-0.2";
/** Where 0.2.0 played it. */
export const PLAYED_IN = "/tmp/helix-played";

/** What is asked, as words of the command line; each is asked with `--json`. */
export const QUESTIONS: readonly (readonly string[])[] = [
  ["search"],
  ["search", "rate", "january"],
  ["search", "tag:gotcha"],
  ["search", "source:src/checkout.ts"],
  ["search", "検索"],
  ["search", "freight", "--detail", "full"],
  ["brief"],
  ["brief", "tax"],
  ["read", "tax"],
  ["read", "checkout"],
  ["read", "shipping"],
  ["topics"],
  ["topics", "recent"],
  ["topics", "graph"],
  ["topics", "stale"],
  ["topics", "xref", "tax"],
  ["edit", "history"],
  ["undo", "--list"],
  ["resume"],
  ["learn", "recall", "tax test fails"],
  ["learn", "health"],
  ["plan", "show"],
  ["plan", "status"],
  ["plan", "ready"],
  ["code", "symbols", "tax"],
  ["code", "callers", "tax"],
  ["code", "search", "round to cents"],
  ["output"],
  ["gain"],
  ["stats"],
  ["stats", "--detail", "events"],
  ["hooks", "why"],
  ["hooks", "status"],
  ["check"],
  ["project"],
  ["export"],
];

/** A question as a key of the kept answers. */
export const keyOf = (words: readonly string[]): string => words.join(" ");

const hashOf = (text: string, length: number) => createHash("sha256").update(text).digest("hex").slice(0, length);

/** Puts a copy of the frozen home, its project and a binary below an empty `root`, which is a real path. */
export function copyFrozenHome(root: string, binary?: string): Player {
  const places = playedPlaces(root);
  makeShop(root);
  for (const name of ["home", "shop"]) cpSync(join(fixturePath(FROZEN), name), join(root, name), { recursive: true });
  mkdirSync(dirname(places.binary));
  placeBinary(places.binary, binary);
  const before = playedPlaces(PLAYED_IN);
  moveInto(places.home, `.helix-guard${before.shop}`, `.helix-guard${places.shop}`);
  moveInto(places.base, `code/${hashOf(before.shop, 16)}`, `code/${hashOf(places.shop, 16)}`);
  moveInto(
    places.base,
    `plans/snapshots/last-${hashOf(before.shop, 32)}`,
    `plans/snapshots/last-${hashOf(places.shop, 32)}`,
  );
  const log = statSync(join(places.base, "data.log"));
  for (const path of filesBelow(root)) {
    if (path.includes("/.git/") || path === places.binary) continue;
    const text = readFileSync(path, "latin1");
    const moved = text
      .replaceAll(PLAYED_IN, root)
      .replace(/"(startedU|u)ptime":[0-9]+/g, `"$1ptime":${Math.floor(uptime())}`)
      .replace(/"log":"[^"]*"/g, path.endsWith("/changes.jsonl") ? `"log":"${log.dev}.${log.ino}"` : "$&");
    if (moved !== text && !text.includes("\0")) writeFileSync(path, moved, "latin1");
  }
  closeToOthers(places.base);
  return new Player(root, places.binary);
}

function moveInto(folder: string, from: string, to: string): void {
  if (from === to) return;
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  renameSync(join(folder, from), join(folder, to));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** A repository keeps no modes, and a knowledge base is its owner's alone. */
function closeToOthers(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) closeToOthers(path);
    else chmodSync(path, 0o600);
  }
}

/** The data that answer a question, without what depends on the place. */
export function answerOf(player: Player, root: string, words: readonly string[]): unknown {
  const { stdout, stderr, status } = player.run([...words, "--json"]);
  if (status !== 0 && status !== 1) throw new Error(`helix ${words.join(" ")}: ${status}: ${stderr}`);
  return placeless(stdout, root);
}

/** Parses data, with names in place of folders and of keys that are made of them. */
export function placeless(json: string, root: string): unknown {
  return JSON.parse(json.replaceAll(root, "ROOT").replace(/shop-[0-9a-f]{8}/g, "shop-KEY"));
}
