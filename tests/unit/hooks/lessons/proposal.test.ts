// What the end of a turn proposes after a failure was resolved: the lesson that it is worth, once, in one text with the
// reminder; and the request to judge what was shown.

import { beforeEach, expect, it } from "vitest";
import { RunSession } from "../../../support/run-session.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const ERROR = "src/money.ts(3,10): error TS2304: Cannot find name 'centsTotal'.";
const LESSON = 'learn action="remember" type="failure"';

let session: RunSession;
beforeEach(() => {
  session = new RunSession(folder());
  session.put("src/money.ts");
});

const stop = async () => (await session.hear("stop", { stop_hook_active: false })).text;
async function resolve(): Promise<void> {
  await session.failed("npx tsc --noEmit", ERROR);
  session.edited("src/money.ts");
  await session.succeeded("npx tsc --noEmit");
}

it("is proposed with the error, what changed, and the run; once, and within one reminder", async () => {
  await resolve();
  const text = await stop();
  expect(text).toContain("An error was resolved: \"TS2304 Cannot find name 'centsTotal'.\"");
  expect(text).toContain("Between red and green src/money.ts changed, then tsc passed.");
  expect(text).toContain(`${LESSON} trigger="TS2304 Cannot find name 'centsTotal'."`);
  expect(text.match(/helix: /g)).toHaveLength(1);
  expect(await stop()).toBe("");
  const view = await session.base.view();
  expect(view.index.hasTopic("lessons")).toBe(false);
});

it("is not where it went away by itself, or where only files of others changed", async () => {
  await session.failed("npx tsc --noEmit", ERROR);
  await session.succeeded("npx tsc --noEmit");
  expect(await stop()).not.toContain(LESSON);
  session.begin("s2");
  await session.failed("npx tsc --noEmit", ERROR);
  session.edited("/elsewhere/private.ts");
  await session.succeeded("npx tsc --noEmit");
  const text = await stop();
  expect(text).toContain("nothing was stored");
  expect(text).not.toContain(LESSON);
});

it("is not once it was kept, by the tool or in a shell; a report is no store", async () => {
  await resolve();
  const call = (action: string) =>
    session.hear("post-build", { tool_name: "mcp__helix__learn", tool_input: { action }, tool_response: {} });
  await call("remember");
  expect(await stop()).toBe("");
  session.begin("s2");
  await resolve();
  await session.succeeded('helix learn remember "no name" --resolution "import it"');
  expect(await stop()).toBe("");
  session.begin("s3");
  await resolve();
  await call("feedback");
  expect(await stop()).toContain(LESSON);
});

it("stays within its line and its quotes", async () => {
  const error = `src/a.ts(1,1): error TS1: a "quoted" name\u2028${"x".repeat(400)}`;
  await session.failed("npx tsc --noEmit", error);
  session.edited('src/"a".ts');
  await session.succeeded("npx tsc --noEmit");
  const text = await stop();
  const line = text.split("\n").find((each) => each.includes(LESSON))!;
  expect(line.match(/"/g)).toHaveLength(8);
  expect(text).not.toContain("\u2028");
  expect(Buffer.byteLength(text)).toBeLessThan(2500);
});

it("asks to judge what was shown, with what speaks for it, unless that was done", async () => {
  session.hasIds = true;
  const id = await session.learn("failure", "Cannot find name 'centsTotal'", "import it from money.ts");
  await resolve();
  expect(await stop()).toContain(`@${id} (its error came, and was resolved after it was shown)`);
  session.begin("s2");
  await resolve();
  await session.hear("post-build", {
    tool_name: "mcp__helix__learn",
    tool_input: { action: "feedback", helped: `@${id}` },
    tool_response: {},
  });
  expect(await stop()).not.toContain(`@${id}`);
});
