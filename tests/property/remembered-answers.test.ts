// What a server remembers of files and notes changes no answer: after any sequence of notes, edits, merges and changed
// files it says what a process says that has never looked at any of it. Each event happens in two sessions that differ
// in nothing but who answers.

import { rmSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { AmbientWorld, type WorldNote } from "../support/ambient-world.ts";
import { runs } from "../support/runs.ts";
import { useFolders } from "../support/temporary-folder.ts";

const newFolder = useFolders("each");

const RUNS = runs(60);
/** Files of one name in two folders and in two repositories. */
const PLACES = [
  { repository: "shop", file: "src/basket.ts" },
  { repository: "shop", file: "lib/basket.ts" },
  { repository: "bakery", file: "src/basket.ts" },
] as const;
type Place = (typeof PLACES)[number];
/** Of different lengths: a file system's clock may tick too slowly to tell one from the next. */
const CONTENTS = [
  "export function weighBasket(): void {}\n",
  "export function payBasket(): void {}\n// eggs\n// milk and more\n",
  "// one line more\nexport function payBasket(): void {}\n// eggs\n// milk and more\n",
  "",
];
const FILES = ["src/basket.ts", "lib/basket.ts"];
const TEXTS = ["weighBasket rounds to grams", "payBasket asks twice", "eggs go on top", "handles break at ten kilos"];
const NAMES = ["weighBasket", "payBasket"];

type Step =
  | { readonly kind: "file"; readonly place: Place; readonly content: string | null }
  | { readonly kind: "note"; readonly place: Place; readonly note: WorldNote }
  | {
      readonly kind: "change";
      readonly change: "delete" | "replace" | "move";
      readonly pick: number;
      readonly body: string;
      readonly by: Writer;
    }
  | { readonly kind: "merge"; readonly by: Writer }
  | { readonly kind: "compact"; readonly by: Writer }
  | { readonly kind: "touch"; readonly place: Place; readonly tool: Tool; readonly session: number };
/** This server, or another process. */
type Writer = "own" | "other";
type Tool = "Read" | "Edit" | "Write" | "Grep";

const place = fc.constantFrom(...PLACES);
const by = fc.constantFrom<Writer[]>("own", "other");
const body = fc.constantFrom(...TEXTS);
const note = fc.record<WorldNote>(
  {
    topic: fc.constantFrom("rules", "basket"),
    text: body,
    tags: fc.constantFrom([], ["gotcha"], ["decision"], ["structural"]),
    source: fc.constantFrom(...FILES, ...FILES.map((file) => `${file}:1-2`)),
    isCited: fc.boolean(),
  },
  { requiredKeys: ["topic", "text"] },
);
const step = fc.oneof(
  { weight: 3, arbitrary: kind("file", { place, content: fc.option(fc.constantFrom(...CONTENTS), { freq: 5 }) }) },
  { weight: 4, arbitrary: kind("note", { place, note }) },
  {
    weight: 2,
    arbitrary: kind("change", { change: fc.constantFrom("delete", "replace", "move"), pick: fc.nat(1000), body, by }),
  },
  { weight: 1, arbitrary: kind("merge", { by }) },
  { weight: 1, arbitrary: kind("compact", { by }) },
  {
    weight: 3,
    arbitrary: kind("touch", {
      place,
      tool: fc.constantFrom<Tool[]>("Read", "Edit", "Write", "Grep"),
      session: fc.nat(5),
    }),
  },
) as fc.Arbitrary<Step>;

function kind<Kind extends string, Fields extends object>(
  kind: Kind,
  fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
) {
  return fc.record({ kind: fc.constant(kind), ...fields });
}

function inputOf(path: string, tool: Tool): Record<string, unknown> {
  if (tool === "Read") return { file_path: path };
  if (tool === "Grep") return { pattern: NAMES[0], path };
  if (tool === "Write") return { file_path: path, content: CONTENTS[1] };
  return { file_path: path, old_string: NAMES[0], new_string: NAMES[1] };
}

async function change(base: KnowledgeBase, { change: kind, pick, body }: Step & { kind: "change" }): Promise<void> {
  await base.change((view: KnowledgeView) => {
    const ids = view.topics().flatMap(({ name }) => view.topicDocuments(name));
    const id = ids[pick % Math.max(1, ids.length)];
    if (id === undefined) return [];
    if (kind === "delete") return [{ kind, id }];
    return [kind === "replace" ? { kind, id, body } : { kind, id, topic: "rules", body }];
  });
}

/** An event as it is answered by who has heard of all before, and by who has heard of none. */
async function touch(world: AmbientWorld, { repository, file }: Place, tool: Tool, session: string, agent: string) {
  const input = inputOf(world.at(`${repository}/${file}`), tool);
  const event = { tool, input, cwd: world.at(repository), agent };
  const expected = await world.touch({ ...event, session: `stranger-${session}`, base: world.another() });
  expect(await world.touch({ ...event, session })).toBe(expected);
  expect(world.updatesOf(session)).toEqual(world.updatesOf(`stranger-${session}`));
}

function writer(world: AmbientWorld, by: Writer): KnowledgeBase {
  return by === "own" ? world.base : world.another();
}

/** There is nothing to compact before anything was stored. */
async function compact(base: KnowledgeBase): Promise<void> {
  if ((await base.view()).statistics().entries > 0) await base.compact();
}

async function happen(world: AmbientWorld, step: Step): Promise<void> {
  if (step.kind === "touch") {
    await touch(world, step.place, step.tool, `${step.session >> 1}`, step.session % 2 === 0 ? "" : "helper");
  } else if (step.kind === "note") await world.note(step.place.repository, step.note);
  else if (step.kind === "change") await change(writer(world, step.by), step);
  else if (step.kind === "merge") await writer(world, step.by).mergeNow();
  else if (step.kind === "compact") await compact(writer(world, step.by));
  else if (step.content !== null) world.put(`${step.place.repository}/${step.place.file}`, step.content);
  else rmSync(world.at(`${step.place.repository}/${step.place.file}`), { force: true });
}

test("who has heard of a file before says of it what a stranger says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const world = new AmbientWorld(newFolder());
      for (const repository of ["shop", "bakery"]) world.repository(repository);
      for (const [at, step] of steps.entries()) {
        await happen(world, step);
        for (const place of PLACES) await touch(world, place, "Read", `new-${at}`, "");
      }
    }),
    { numRuns: RUNS },
  );
}, 120_000);
