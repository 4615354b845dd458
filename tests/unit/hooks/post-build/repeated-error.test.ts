// The same error a second time after an edit: the hook says so, once.

import { beforeEach, expect, test } from "vitest";
import { RunSession } from "../../../support/run-session.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const ERROR = (line: number) =>
  `error[E0308]: mismatched types in a call of Money::round\n --> src/lib.rs:${line}:5\n\nerror: could not compile \`shop\` due to 1 previous error\n`;
const OTHER =
  "error[E0505]: cannot move out of ledger because it is borrowed\n --> src/lib.rs:9:5\n\nerror: could not compile `shop`\n";
const AGAIN = "the same error of cargo build came again after src/lib.rs changed";

let session: RunSession;
beforeEach(() => {
  session = new RunSession(folder());
  session.put("src/lib.rs");
});

const fails = async (output: string) => (await session.failed("cargo build", output, 101)).text;

test("says so at the second time, whatever line it is at, and not at the third", async () => {
  expect(await fails(ERROR(2))).not.toContain("came again");
  session.edited("src/lib.rs");
  const said = await fails(ERROR(3));
  expect(said).toContain(AGAIN);
  expect(said).toContain('action="assess"');
  const event = session.events.all().findLast(({ type, said: other }) => type === "shown" && other !== undefined);
  expect(event).toMatchObject({ said: ["lessons again"] });
  session.edited("src/lib.rs");
  expect(await fails(ERROR(4))).not.toContain("came again");
});

test("says nothing where nothing was edited in between, nor of another error", async () => {
  await fails(ERROR(2));
  expect(await fails(ERROR(2))).not.toContain("came again");
  session.edited("src/lib.rs");
  expect(await fails(OTHER)).not.toContain("came again");
});

test("says nothing of an error that was resolved in between", async () => {
  await fails(ERROR(2));
  session.edited("src/lib.rs");
  await session.succeeded("cargo build");
  session.edited("src/lib.rs");
  expect(await fails(ERROR(2))).not.toContain("came again");
});

test("says it again to another conversation", async () => {
  for (const id of ["s1", "s2"]) {
    session.begin(id);
    await fails(ERROR(2));
    session.edited("src/lib.rs");
    expect([id, await fails(ERROR(2))]).toEqual([id, expect.stringContaining(AGAIN)]);
  }
});
