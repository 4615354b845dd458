// Edits that the user refused, or that failed: they are heard of before they are tried, and count for nothing.

import { expect, test } from "vitest";
import { printed, RunSession } from "../../../support/run-session.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

/** A tool is about to change a file; `text` is what the file holds after it, null where nothing comes of it. */
async function edit(session: RunSession, path: string, text: string | null, tool = "Edit"): Promise<void> {
  const input = { file_path: `${session.root}/${path}`, old_string: "one", new_string: "two", content: text ?? "x" };
  await session.hear("ambient", { tool_name: tool, tool_input: input });
  if (text !== null) session.put(path, text);
}

function atEnd(session: RunSession): Promise<string> {
  return session.hear("stop", { stop_hook_active: false }).then(({ text }) => text);
}

function shop(): RunSession {
  const session = new RunSession(folder());
  session.put("a.ts");
  session.put("b.ts");
  return session;
}

test("of refused edits nobody is reminded", async () => {
  const session = shop();
  await edit(session, "a.ts", null);
  await edit(session, "b.ts", null);
  await edit(session, "new.ts", null, "Write");
  expect(await atEnd(session)).toBe("");
  expect(session.state().edited.size).toBe(0);
});

test("of those that came about one is, and of no other", async () => {
  const session = shop();
  await edit(session, "a.ts", "changed\n");
  await edit(session, "a.ts", null);
  await edit(session, "b.ts", null);
  await edit(session, "b.ts", null);
  expect(await atEnd(session)).toBe("");
  await edit(session, "new.ts", "new\n", "Write");
  expect(await atEnd(session)).toContain("these files were edited: new.ts, a.ts.");
});

test("one that failed is taken back at once", async () => {
  const session = shop();
  await edit(session, "a.ts", null);
  const { updates } = await session.hear("error-context", {
    tool_name: "Edit",
    tool_input: { file_path: `${session.root}/a.ts` },
    error: "File has been modified since read",
  });
  expect(updates).toEqual(["u a.ts"]);
  expect(session.state().edited.size).toBe(0);
});

test("nothing is resolved by one", async () => {
  const session = shop();
  await session.failed("cargo test", printed("cargo-test"));
  await edit(session, "a.ts", null);
  await session.succeeded("cargo test");
  expect((await session.captured())[0]!.text).toContain(
    "Resolved: cargo test passed, with no file of the project edited",
  );
  session.begin("s2");
  await session.failed("cargo test", printed("cargo-test"));
  await edit(session, "a.ts", null);
  await edit(session, "b.ts", "changed\n");
  await session.succeeded("cargo test");
  expect((await session.captured())[0]!.text).toContain("Resolved: edited b.ts; then cargo test passed");
});
