// Credentials in the code of a project, wherever they stand in a line: what trace shows of it, what an excerpt beside a
// note shows, what is stored of an overview and what hooks say of a file holds no piece of one. Which texts hold one
// that the redaction knows is asked of it: how much it knows is measured elsewhere (secrets.test.ts).

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { redactSecrets } from "../../src/engine/text/secrets/redaction.ts";
import { codeFeature } from "../../src/features/code/code.ts";
import type { FeatureContext } from "../../src/features/common/feature.ts";
import { traceFeature } from "../../src/features/trace/trace.ts";
import { printFigures } from "../fuzz/engine/campaign.ts";
import { diskTrees } from "../support/code-index.ts";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { askHook } from "../support/hook-process.ts";
import { openKnowledgeBase } from "../support/knowledge.ts";
import { rendered } from "../support/rendered.ts";
import { PLACES_STEP } from "../support/runs.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { positives } from "./engine/labelled-secrets.ts";
import { isLeft } from "./engine/pieces.ts";

interface Planted {
  readonly file: string;
  readonly secret: string;
  readonly lines: number;
}

const folder = useFolders("all");
const serve = useServers("all");
const planted: Planted[] = [];
let root = "";
let base = "";
let helix: Served;
/** For what is asked of the features themselves, which is what the command line prints with --json. */
let context: FeatureContext;
const figures = { credentials: 0, answers: 0, leaks: 0 };

/**
 * Lines of code with the text in a string: at the beginning, and so that it is cut where lines and declarations are.
 */
function codeWith(text: string, at: number): string[] {
  const value = JSON.stringify(text);
  const room = (length: number, used: number) => "_".repeat(Math.max(1, length - used));
  return [
    `export const value${at} = ${value};`,
    `shared(${value}, value${at});`,
    `shared(${room(75 + (at % 40), 12)}, ${value});`,
    `export function take${at}(a = ${value}) { return shared(a); }`,
    `export function more${at}(${room(100 + (at % 50), 28)} = 1, b = ${value}) { return shared(b); }`,
    `export function shared${at}() {}`,
  ];
}

beforeAll(async () => {
  root = makeRepository(join(folder(), "work"));
  mkdirSync(join(root, "src"));
  for (const [at, { text, secret }] of positives().entries()) {
    const lines = codeWith(text, at);
    let isKnown = true;
    for (const line of lines) isKnown &&= !isLeft(secret, (await redactSecrets(line)).text);
    if (!isKnown) continue;
    const file = `src/f${at}.ts`;
    writeFileSync(join(root, file), `${lines.join("\n")}\n`);
    planted.push({ file, secret, lines: lines.length });
  }
  writeFileSync(join(root, "src", "shared.ts"), "export function shared(...all: unknown[]) {}\n");
  const tokens = planted.slice(0, 40).map(({ secret }) => secret);
  const scripts = `run ${"_".repeat(40)} --token ${tokens[0]}`;
  const bin = Object.fromEntries(
    tokens.slice(1, 8).map((token, at) => [`bin${at}`, `${"x".repeat(50)} TOKEN=${token}`]),
  );
  writeFileSync(join(root, "package.json"), JSON.stringify({ scripts: { start: scripts }, bin }));
  base = folder();
  helix = await serve({ directory: base, cwd: root });
  context = { base: openKnowledgeBase(folder()), project: null, directory: root, code: diskTrees(folder()) };
  expect(planted.length).toBeGreaterThan(120);
  figures.credentials = planted.length;
});

function check(what: string, text: string, of: readonly Planted[] = planted): void {
  figures.answers++;
  const leaks = of.filter(({ secret }) => isLeft(secret, text)).map(({ file }) => file);
  figures.leaks += leaks.length;
  expect(leaks, what).toEqual([]);
}

test("trace: definitions and uses, outlines, users, as text and as data", async () => {
  for (const values of [
    { path: ".", symbol: "shared", limit: 10_000 },
    { path: ".", action: "symbols", limit: 10_000 },
    { path: "src/shared.ts", action: "blast", limit: 10_000 },
  ]) {
    const text = await helix.answer("trace", values);
    expect(text).toContain("[redacted: ");
    expect(text.length).toBeGreaterThan(values.action === "blast" ? 500 : 5000);
    check(JSON.stringify(values), text);
  }
  const asked = planted.filter((_, at) => at % PLACES_STEP === 0);
  for (const each of asked) check(each.file, await helix.answer("trace", { path: each.file }), [each]);
  for (const values of [
    { path: "src", symbol: "shared" },
    { path: "src", action: "symbols" },
    { path: "src/shared.ts", action: "blast" },
  ]) {
    const { data } = await rendered(traceFeature.run(context, { ...values, limit: 10_000 }));
    const text = JSON.stringify(data);
    expect(text).toContain("[redacted: ");
    check(JSON.stringify(values), text);
  }
});

test("trace, code context and explore: names of symbols and folders that are credentials, as text and as data", async () => {
  const secret = ["AKIA2TJB", "2RGWL7ME4IPT"].join("");
  const cwd = makeRepository(join(folder(), "named"));
  mkdirSync(join(cwd, secret));
  writeFileSync(join(cwd, secret, "names.py"), `def called():\n    pass\n\ndef ${secret}():\n    return called()\n`);
  writeFileSync(
    join(cwd, "user.py"),
    `from names import ${secret}\n\ndef other():\n    return ${secret}() + called()\n`,
  );
  for (const words of [
    ...[["."], [".", "--action=symbols"], [".", "called"], [`${secret}/names.py`, "--action=blast"]].map((each) => [
      "trace",
      ...each,
    ]),
    ["code", "context", "called"],
    ["code", "explore", "called"],
  ]) {
    for (const way of [[], ["--json"]]) {
      const { status, stdout } = runHelix([...words, ...way], { base: folder(), cwd, environment: { HOME: "/" } });
      expect(status).toBe(0);
      expect(stdout, [...words, ...way].join(" ")).toContain("[redacted: ");
      expect(stdout, [...words, ...way].join(" ")).not.toContain(secret);
    }
  }
});

test("code context: bodies and signatures, as text and as data", async () => {
  const values = { action: "context", query: "shared", budget: 20_000 };
  const { text, data } = await rendered(codeFeature.run(context, values));
  for (const said of [text, JSON.stringify(data)]) {
    expect(said).toContain("[redacted: ");
    check(JSON.stringify(values), said);
  }
});

test("trace: an overview, as it is answered and as it is stored", async () => {
  check("analyze", await helix.answer("trace", { path: ".", action: "analyze" }));
  check("stored", await helix.read("code-work"));
});

test("an excerpt beside a note", async () => {
  const some = planted.filter((_, at) => at % 7 === 0);
  for (const [at, { file, lines }] of some.entries()) {
    await helix.store("cites", `note ${at} on that code`, { source: `${file}:1-${lines}`, force: true });
    const path = join(root, file);
    writeFileSync(
      path,
      `// changed\n${codeWith(positives()[Number(/\d+/.exec(file)![0])]!.text, at + 1000).join("\n")}\n`,
    );
  }
  const stale = await helix.answer("topics", { action: "stale", topic: "cites", refresh: true });
  expect(stale).toContain("[redacted: ");
  check("stale", stale);
  check("read", await helix.read("cites"));
});

test("what hooks say of a file", async () => {
  await helix.store("names", "value0 and take0, shared0: mind the lock", { tags: "gotcha" });
  for (const each of planted.slice(0, 12)) {
    for (const tool_name of ["Read", "Edit"]) {
      const event = {
        session_id: `${tool_name}-${each.file}`,
        cwd: root,
        tool_name,
        tool_input: { file_path: join(root, each.file), old_string: `value0 = "${each.secret}"`, new_string: "x" },
      };
      check(each.file, await askHook("ambient", event, { cwd: root, base }), [each]);
    }
  }
  printFigures("secrets-in-code", figures);
});
