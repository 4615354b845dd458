// Signs for and against notes that were shown, which nobody claims: what counts as one, and that the call which shows a
// note never does.

import { beforeEach, describe, expect, it } from "vitest";
import { RunSession } from "../../../support/run-session.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const TEXT = "export function total(cents: number) {\n  return cents;\n}\n";
const ERROR = "src/money.ts(3,10): error TS2304: Cannot find name 'centsTotal'.";
const QUESTION = "why does the connection pool starve when a transaction is retried?";
const POOL = "The connection pool starves when a transaction is retried";

let session: RunSession;
beforeEach(() => {
  session = new RunSession(folder());
  session.put("src/money.ts", TEXT);
});

const ask = async (prompt: string, more = {}) => (await session.hear("prompt", { prompt, ...more })).text;
const touch = (tool_name: string, input: object, more = {}) =>
  session.hear("ambient", { tool_name, tool_input: { file_path: `${session.root}/src/money.ts`, ...input }, ...more });
/** An edit that comes about. */
async function edit(old_string: string, new_string: string, more = {}): Promise<void> {
  const path = "src/money.ts";
  await touch("Edit", { old_string, new_string }, more);
  const text = await Bun.file(`${session.root}/${path}`).text();
  session.put(
    path,
    text.replace(old_string, () => new_string),
  );
}
const seen = (type: "used" | "doubt") =>
  session.events.all().flatMap((event) => (event.type === type ? [[event.how, event.notes]] : []));

describe("a command that a note tells", () => {
  it("counts when it is run after the note was shown, also within a longer line", async () => {
    const id = await session.learn("failure", POOL, "run `npm run pool:reset` first");
    await session.succeeded("npm run pool:reset");
    expect(seen("used")).toEqual([]);
    await ask(QUESTION);
    await session.succeeded("npm run pool:resets");
    await session.succeeded("echo npm-run-pool:reset");
    expect(seen("used")).toEqual([]);
    await session.succeeded("cd app && npm run  pool:reset | tail");
    expect(seen("used")).toEqual([["ran", [id]]]);
  });

  it("not when it is the command at which the note was shown, and not what went wrong", async () => {
    await session.learn("failure", "`npx tsc --noEmit` says: Cannot find name 'centsTotal'", "run `npx tsc --noEmit`");
    expect((await session.failed("npx tsc --noEmit", ERROR)).text).toContain("centsTotal");
    await session.succeeded("npx tsc --noEmit");
    expect(seen("used")).toEqual([]);
  });
});

describe("a symbol that a note names", () => {
  it("counts when an edit writes it after the note was shown, once it is not there yet", async () => {
    const id = await session.learn("failure", POOL, "use `withTransaction()`");
    await ask(QUESTION);
    await edit("return cents;", "return withTransactions(cents);");
    expect(seen("used")).toEqual([]);
    await edit("return withTransactions(cents);", "return withTransaction(cents);");
    await edit("withTransaction(cents)", "withTransaction(cents + 1)");
    expect(seen("used")).toEqual([["written", [id]]]);
  });

  it("not by the edit that shows the note", async () => {
    await session.learn("failure", "Money was rounded twice", "use `roundOnce`", { source: "src/money.ts:2" });
    await edit("return cents;", "return roundOnce(cents);");
    expect(seen("used")).toEqual([]);
  });
});

describe("the lines of a note", () => {
  it("are used by a new content that does not hold them, and by no other", async () => {
    await session.learn("failure", "Money was rounded twice", "round once", { source: "src/money.ts:2" });
    await touch("Read", {});
    await touch("Write", { content: `// money\n${TEXT}` });
    expect(seen("used")).toEqual([]);
    await touch("Write", { content: TEXT.replace("return cents;", "return Math.round(cents);") });
    expect(seen("used").map(([how]) => how)).toEqual(["edit"]);
  });
});

describe("an error that a note tells of", () => {
  it("is resolved when its run passes after an edit", async () => {
    const id = await session.learn("failure", "Cannot find name 'centsTotal'", "import it from money.ts");
    await session.failed("npx tsc --noEmit", ERROR);
    await edit("return cents;", "return centsTotal;");
    await session.succeeded("npx tsc --noEmit");
    expect(seen("used")).toEqual([["resolved", [id]]]);
    await session.succeeded("npx tsc --noEmit");
    expect(seen("used")).toHaveLength(1);
  });

  it("is when the note was shown before the run failed, and by the command that the note tells", async () => {
    const id = await session.learn("failure", `${POOL}: Cannot find name 'centsTotal'`, "run `npm run generate`");
    await ask(QUESTION);
    await session.failed("npx tsc --noEmit", ERROR);
    await session.succeeded("npm run generate");
    await session.succeeded("npx tsc --noEmit");
    expect(seen("used")).toEqual([
      ["ran", [id]],
      ["resolved", [id]],
    ]);
  });

  it("is not when it went away by itself, by another run, or while it fails", async () => {
    await session.learn("failure", "Cannot find name 'centsTotal'", "import it from money.ts");
    await session.failed("npx tsc --noEmit", ERROR);
    await session.succeeded("npx tsc --noEmit");
    await session.failed("npx tsc --noEmit", ERROR);
    await edit("return cents;", "return 1;");
    await session.succeeded("npx vitest run", "1 passed");
    await session.failed("npx tsc --noEmit", ERROR);
    await session.succeeded("npx tsc --noEmit");
    expect(seen("used")).toEqual([]);
  });
});

describe("an edit that is undone", () => {
  const learn = () => session.learn("failure", "Money was rounded twice", "round once", { source: "src/money.ts" });

  it("speaks against the notes that were shown for its file", async () => {
    const id = await learn();
    await edit("return cents;", "return Math.round(cents);");
    await edit("Math.round(cents)", "Math.floor(cents)");
    expect(seen("doubt")).toEqual([]);
    await edit("return Math.floor(cents);", "return cents;");
    expect(seen("doubt")).toEqual([["undone", [id]]]);
  });

  it("does so by git, too, and only of files that it discards", async () => {
    const id = await learn();
    session.put("src/other.ts");
    await edit("return cents;", "return 1;");
    await session.succeeded("git checkout -- src/other.ts");
    await session.succeeded("git checkout main");
    await session.succeeded("git restore --staged src/money.ts");
    expect(seen("doubt")).toEqual([]);
    await session.succeeded("cd . && git restore src/money.ts");
    expect(seen("doubt")).toEqual([["undone", [id]]]);
  });

  it("and when it was not allowed", async () => {
    const id = await learn();
    await touch("Edit", { old_string: "return cents;", new_string: "return 2;" });
    await session.hear("stop", { stop_hook_active: false });
    expect(seen("doubt")).toEqual([["refused", [id]]]);
  });

  it("nothing where no note was shown for the file", async () => {
    await edit("return cents;", "return 1;");
    await edit("return 1;", "return cents;");
    await session.succeeded("git checkout .");
    expect(seen("doubt")).toEqual([]);
  });
});

describe("a prompt that corrects", () => {
  it("speaks against what was shown since the last prompt, and asks whether it misled, once", async () => {
    session.hasIds = true;
    const id = await session.learn("failure", POOL, "sleep a second");
    await ask(QUESTION);
    const text = await ask("no, that's wrong");
    expect(seen("doubt")).toEqual([["prompt", [id]]]);
    expect(text).toContain(`@${id} (shown before a prompt that corrects)`);
    expect(text).toContain("misled=");
    expect(await ask("no, still wrong")).toBe("");
    expect(seen("doubt")).toHaveLength(1);
  });

  it("not when the prompt before brought nothing, when it does not correct, or when the client says it", async () => {
    await session.learn("failure", POOL, "sleep a second");
    await ask("no, that's wrong");
    await ask(QUESTION);
    await ask("<task-notification>no, that's wrong</task-notification>");
    expect(seen("doubt")).toEqual([]);
    await ask("go on with the rest of it");
    await ask("no, that's wrong");
    expect(seen("doubt")).toEqual([]);
  });

  it("counts nowhere as a judgement", async () => {
    const id = await session.learn("failure", POOL, "sleep a second");
    await ask(QUESTION);
    await ask("no, that's wrong");
    expect(session.events.judgements().notes.get(id)).toBeUndefined();
    session.begin("s2");
    expect(await ask(QUESTION)).not.toMatch(/\((?:helped|misled) \d/);
  });
});
