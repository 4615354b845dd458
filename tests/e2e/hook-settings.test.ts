// What settings let hooks say, by a process and by a server. A project's own file can make them say less, and nothing
// else.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { askHook } from "../support/hook-process.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("all");
const serve = useServers("all", "compiled");
const NOTE = "gotcha: discountedTotal must never be negative";
const WORK = "discountedTotal should never be negative when the discount is larger than the total";
const POINTERS = "where the code for this seems to be";
const TEXT =
  "/** The total without its discount. */\nexport function discountedTotal(total: number, discount: number) {\n  return total - discount;\n}\n";

/** A shop with a note on it, and its knowledge base. */
function makePlace(): { readonly cwd: string; readonly base: string } {
  const cwd = makeRepository(`${folder()}/shop`);
  const base = folder();
  writeFileSync(join(cwd, "invoice.ts"), TEXT);
  runHelix(["store", "invoices", NOTE], { cwd, base });
  return { cwd, base };
}

let { cwd, base } = { cwd: "", base: "" };
let server: Served;

beforeAll(async () => {
  ({ cwd, base } = makePlace());
  server = await serve({ directory: base, cwd, home: folder() });
  await server.answer("code", { action: "index" });
});

beforeEach(() => rmSync(join(cwd, ".helix.json"), { force: true }));

const settings = (value: object) => writeFileSync(join(cwd, ".helix.json"), JSON.stringify(value));
let sessions = 0;

/** Answers to a prompt by a process of its own, and by the server, each in a session of its own. */
async function answers(): Promise<{ alone: string; served: string }> {
  const event = () => ({ session_id: `s${sessions++}`, cwd, prompt: WORK });
  // One of a process of its own stands for all.
  const alone = await askHook("prompt", event(), { cwd, base, isHosted: sessions > 1 });
  const text = await server.asWritten("hook", { type: "prompt", ...event() });
  const served = text === "{}" ? "" : JSON.parse(text).hookSpecificOutput.additionalContext;
  return { alone, served };
}

describe("hooks.speak and code.context", () => {
  test("left alone: notes by both, pointers by the server", async () => {
    const { alone, served } = await answers();
    expect(alone).toContain("never be negative");
    expect(served).toContain(alone);
    expect(served).toContain(POINTERS);
    expect(served).toContain("invoice.ts:1-4");
  });

  test("a process that no server answers says why it tells of no code, once there is an index", async () => {
    const { cwd, base } = makePlace();
    const ask = () =>
      askHook("prompt", { session_id: `s${sessions++}`, cwd, prompt: WORK }, { cwd, base, isHosted: true });
    await ask();
    expect(runHelix(["hooks", "why"], { cwd, base }).stdout).not.toContain("no server answered");
    expect(runHelix(["code", "index", "."], { cwd, base }).status).toBe(0);
    expect(await ask()).toContain("never be negative");
    expect(runHelix(["hooks", "why"], { cwd, base }).stdout).toMatch(
      /held back code\n {4}no server answered in time, and only a server knows the code/,
    );
  });

  test("off in the project: nothing by either, and hooks why says so", async () => {
    settings({ hooks: { speak: "off" } });
    expect(await answers()).toEqual({ alone: "", served: "" });
    expect(runHelix(["hooks", "why"], { cwd, base }).stdout).toContain("silent: hooks.speak is off here");
  });

  test("no pointers in the project: notes alone", async () => {
    settings({ code: { context: "off" } });
    const { alone, served } = await answers();
    expect(alone).toContain("never be negative");
    expect(served).toBe(alone);
  });

  test("the project cannot have more said; the user can", async () => {
    settings({ code: { context: "full" } });
    expect((await answers()).served).not.toContain("return total - discount");
    const set = runHelix(["config", "set", "code.context", "full"], { cwd, base });
    expect(set.status, set.stderr).toBe(0);
    expect((await answers()).served).toContain("return total - discount");
  });
});
