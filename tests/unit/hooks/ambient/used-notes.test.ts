// Notes that the conversation has are used: their file is read for the first time, or their lines are edited. The call
// that shows a note is no use of it.

import { beforeEach, expect, it } from "vitest";
import { AmbientWorld } from "../../../support/ambient-world.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const LINES = "fn main() {\n  link();\n  other();\n}\n";

let world: AmbientWorld;
let path: string;

beforeEach(async () => {
  world = new AmbientWorld(folder());
  world.repository("app");
  path = world.put("app/src/bridge.rs", LINES);
  const note = { topic: "build", text: "gotcha: link wants arm64 only", isCited: true };
  await world.note("app", { ...note, source: "src/bridge.rs:2" });
});

const read = () => world.touch({ tool: "Read", input: { file_path: path }, cwd: world.at("app") });
const edit = (before: string, after = "changed") =>
  world.touch({
    tool: "Edit",
    input: { file_path: path, old_string: before, new_string: after },
    cwd: world.at("app"),
  });
const uses = () => world.events.all().flatMap((event) => (event.type === "used" ? [event.how] : []));

it("not by the call that shows the note, nor by reading on", async () => {
  expect(await read()).toContain("arm64");
  await read();
  expect(uses()).toEqual([]);
});

it("by an edit of the lines that it cites, and of no others", async () => {
  await read();
  await edit("  other();");
  expect(uses()).toEqual([]);
  await edit("link(");
  expect(uses()).toEqual(["edit"]);
  await edit("  link();\n  other();");
  expect(uses()).toEqual(["edit", "edit"]);
});

it("by an edit of the lines where they stand by now", async () => {
  await read();
  world.put("app/src/bridge.rs", `// one\n// two\n${LINES}`);
  await edit("// two");
  expect(uses()).toEqual([]);
  await edit("  link();");
  expect(uses()).toEqual(["edit"]);
});

it("by the first reading of its file, where something else has shown it", async () => {
  const elsewhere = world.put("app/src/linking.rs", "fn other() {}\n");
  await world.note("app", {
    topic: "linking",
    text: "linking: the bridge is the only caller",
    source: "src/bridge.rs",
  });
  const first = await world.touch({ tool: "Read", input: { file_path: elsewhere }, cwd: world.at("app") });
  expect(first).toContain("only caller");
  await read();
  expect(uses()).toEqual(["read"]);
  await read();
  expect(uses()).toEqual(["read"]);
});
