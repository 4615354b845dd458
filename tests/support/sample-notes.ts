// A knowledge base and a folder in which the examples of help can be run.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runHelix } from "./command-line.ts";
import { makeRepository } from "./git-repository.ts";
import { placeBinary } from "./helix-binary.ts";

/** A plan as `helix plan save` takes it. */
const PLAN = {
  objective: "limit the retries",
  tasks: [
    { seq: "001", slug: "limit-retries", objective: "retry three times", delta: ["src/retry.ts"], verify: "npm test" },
  ],
};

export interface SampleNotes {
  /** The home directory, with the knowledge base in it. */
  readonly home: string;
  readonly base: string;
  /** A repository with code. */
  readonly cwd: string;
}

/** Makes a home with notes and a repository below `folder`. */
export function makeSampleNotes(folder: string): SampleNotes {
  const home = join(folder, "home");
  const base = join(home, ".helix-kb");
  const cwd = makeRepository(join(home, "src", "shop"), "git@example.org:acme/shop.git");
  mkdirSync(join(cwd, "src"));
  writeFileSync(join(cwd, "src", "cache.ts"), "export class CachedEntry {}\nexport const entry = new CachedEntry();\n");
  writeFileSync(
    join(cwd, "src", "retry.ts"),
    "// Retries are limited, so that a broken disk ends.\nexport const RETRIES = 3;\n",
  );
  writeFileSync(join(cwd, "plan.json"), JSON.stringify(PLAN));
  writeFileSync(join(cwd, "event.json"), JSON.stringify({ session_id: "s", hook_event_name: "SessionStart", cwd }));
  mkdirSync(join(home, "src", "helix", "dist"), { recursive: true });
  placeBinary(join(home, "src", "helix", "dist", "helix"));
  const store = (...words: string[]) => runHelix(["store", ...words], { base, cwd, environment: { HOME: home } });
  store("build-gotchas", "gotcha: arm64 linker flags matter", "--source", "src/cache.ts:1");
  store("build-gotchas", "the cache has to be cleared before a release build");
  store("decisions", "decision: see build-gotchas before the linker is replaced");
  writeFileSync(join(cwd, "notes.json"), runHelix(["export"], { base, cwd, environment: { HOME: home } }).stdout);
  return { home, base, cwd };
}
