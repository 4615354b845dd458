// topics action=session where there is no session: on the command line.

import { expect, it } from "vitest";
import { sessionAnswer } from "../../../../src/features/topics/session.ts";
import { NOW_MINUTES, openKnowledgeBase, temporaryDirectory } from "../../../support/knowledge.ts";

it("is the summary alone, and says so", async () => {
  const base = openKnowledgeBase(temporaryDirectory());
  await base.change(() => [{ kind: "add", topic: "engine", body: "a note", minutes: NOW_MINUTES }]);
  const { text, found, data } = await sessionAnswer({ base, project: null });
  expect(text).toBe(
    'a command has no session; a new one would begin with this:\n\nhelix knows 1 entry in 1 topic outside of any project\nTOPICS: engine (1)\nMORE: search query="words"; brief query="topic"; read topic="topic"',
  );
  expect(found).toBe(true);
  expect(data).toEqual({ operations: null, count: null, hooks: null, summary: text.split("\n\n")[1] });
  base.close();
});
