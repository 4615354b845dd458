// A file that is touched again is not searched for again; what is said must be what a process would say that has never
// heard of it.

import { expect, test } from "vitest";
import { diskFiles } from "../../../../src/platform/disk-small-files.ts";
import { AmbientWorld } from "../../../support/ambient-world.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const newFolder = useFolders("each");

const CODE = "export function weighBasket(): void {}\n";

function worldOf() {
  const world = new AmbientWorld(newFolder());
  world.repository("shop");
  const path = world.put("shop/src/basket.ts", CODE);
  let count = 0;
  /** What a conversation of its own is told of the file. */
  const told = (tool = "Read", input: object = {}) =>
    world.touch({ tool, input: { file_path: path, ...input }, cwd: world.at("shop"), session: `s${count++}` });
  return { world, path, told };
}

test("what is stored, named or deleted between two touches is seen by the second, in each layer", async () => {
  const { world, told } = worldOf();
  await world.note("shop", { topic: "rules", text: "eggs go on top", source: "src/basket.ts" });
  expect(await told()).toContain("eggs go on top");
  expect(await told()).toContain("eggs go on top");
  await world.note("shop", { topic: "rules", text: "milk goes below", source: "src/basket.ts" });
  const both = await told();
  for (const text of ["milk goes below", "eggs go on top"]) expect(both).toContain(text);
  await world.note("shop", { topic: "scales", text: "weighBasket rounds to grams" });
  expect(await told()).toContain("rounds to grams");
  await world.note("shop", { topic: "basket", text: "handles break at ten kilos" });
  expect(await told()).toContain("handles break");
  await world.base.change((view) => [{ kind: "delete", id: view.topicDocuments("rules")[0]! }]);
  const last = await told();
  expect(last).not.toContain("eggs go on top");
  expect(last).toContain("milk goes below");
});

test("what the file defines now counts, and what a tool is about to write", async () => {
  const { world, told } = worldOf();
  await world.note("shop", { topic: "scales", text: "weighBasket rounds to grams" });
  await world.note("shop", { topic: "till", text: "payBasket asks twice" });
  expect(await told()).not.toContain("asks twice");
  const edit = { old_string: "weighBasket", new_string: "export function payBasket(): void {}" };
  expect(await told("Edit", edit)).toContain("asks twice");
  expect(await told()).not.toContain("asks twice");
  world.put("shop/src/basket.ts", `${CODE}export function payBasket(): void {}\n`);
  expect(await told()).toContain("asks twice");
});

test("a file that changes while it is read is read anew at the next touch", async () => {
  const { world, told } = worldOf();
  await world.note("shop", { topic: "till", text: "payBasket asks twice" });
  world.files = {
    ...diskFiles,
    readStart(path, bytesMax) {
      const text = diskFiles.readStart(path, bytesMax);
      world.files = diskFiles;
      world.put("shop/src/basket.ts", `${CODE}export function payBasket(): void {}\n`);
      return text;
    },
  };
  expect(await told("Edit", { old_string: "weigh", new_string: "weight" })).not.toContain("asks twice");
  expect(await told()).toContain("asks twice");
});

test("what became of the cited lines is said as it is at each touch", async () => {
  const { world, told } = worldOf();
  world.put("shop/src/basket.ts", `${CODE}// eggs\n// milk\n`);
  await world.note("shop", { topic: "rules", text: "eggs go on top", source: "src/basket.ts:2-3", isCited: true });
  world.put("shop/src/basket.ts", `${CODE}// bread\n// butter\n`);
  expect(await told()).toContain("eggs go on top (stale: cited lines changed)");
  world.put("shop/src/basket.ts", `${CODE}${CODE}// eggs\n// milk\n`);
  expect(await told()).toContain("eggs go on top (cited lines moved to line 3)");
  world.put("shop/src/basket.ts", `${CODE}// eggs\n// milk\n`);
  const last = await told();
  expect(last).toContain("eggs go on top");
  expect(last).not.toContain("cited lines");
});

test("a file of the same name in another project has its own notes", async () => {
  const { world, told } = worldOf();
  world.repository("bakery");
  const other = world.put("bakery/src/basket.ts", CODE);
  await world.note("shop", { topic: "rules", text: "eggs go on top", source: "src/basket.ts" });
  await world.note("bakery", { topic: "rules", text: "bread is warm", source: "src/basket.ts" });
  for (let round = 0; round < 2; round++) {
    expect(await told()).not.toContain("bread is warm");
    const input = { file_path: other };
    const said = await world.touch({ tool: "Read", input, cwd: world.at("bakery"), session: `b${round}` });
    expect(said).toContain("bread is warm");
    expect(said).not.toContain("eggs go on top");
  }
});

test("one conversation is told once, however often the file is touched", async () => {
  const { world, path } = worldOf();
  await world.note("shop", { topic: "rules", text: "eggs go on top", source: "src/basket.ts" });
  const touch = () => world.touch({ tool: "Read", input: { file_path: path }, cwd: world.at("shop"), session: "one" });
  expect(await touch()).toContain("eggs go on top");
  expect(await touch()).toBe("");
});
