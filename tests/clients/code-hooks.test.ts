// What the code says to sessions of the real client, on both transports: each thing once, at its event, and nothing to
// prompts that ask for no work.

import { beforeAll, describe, expect, test } from "vitest";
import { claudeCode } from "../support/client/claude-code.ts";
import { injectionsOf, placesOf, textsOf } from "../support/client/model-request.ts";
import { type ClientSession, runClient } from "../support/client/run-client.ts";
import { type Stage, useStages } from "../support/client/stage.ts";
import { say, use } from "../support/client/turn.ts";
import { git } from "../support/git-repository.ts";

const client = await claudeCode();
const makeStage = useStages("all");

const POINTER = "where the code for this seems to be";
const CALLERS = "who uses what this edit changes";
const FAILED = "the code at the error";
const MAP = "this project's code";
const WORK = "the invoice printer should round the discount of an order before it formats the total";
const BODY = "  return order.total - order.discount;\n";

function putShop(stage: Stage): string {
  const path = stage.put(
    "src/invoice.ts",
    [
      'import { formatMoney } from "./money";',
      "",
      "/** Prints an invoice: the total of the order without its discount. */",
      "export function discountedTotal(order: { total: number; discount: number }): number {",
      BODY.trimEnd(),
      "}",
      "",
      "export function printInvoice(order: { total: number; discount: number }): string {",
      "  return formatMoney(discountedTotal(order));",
      "}",
      "",
    ].join("\n"),
  );
  stage.put("src/money.ts", "export function formatMoney(cents: number): string {\n  return String(cents);\n}\n");
  stage.put(
    "src/report.ts",
    'import { discountedTotal } from "./invoice";\n\nexport function reportRow(order: { total: number; discount: number }) {\n  return discountedTotal(order);\n}\n',
  );
  for (const name of ["queue", "session", "storage", "worker"]) {
    stage.put(`src/${name}.ts`, `export function open${name}(size: number): number {\n  return size + 1;\n}\n`);
  }
  stage.put("Makefile", "check:\n\t@echo \"src/money.ts(2,3): error TS2304: Cannot find name 'cents'.\"; exit 1\n");
  git(stage.project, "add", "-A");
  git(stage.project, "commit", "-q", "-m", "the shop");
  return path;
}

describe.skipIf(client === null).each(["command", "mcp"])("code in hooks of the real client by %s", (transport) => {
  let session: ClientSession;

  beforeAll(async () => {
    const stage = makeStage();
    const invoice = putShop(stage);
    stage.helix("hooks", "install", "--user", "--transport", transport);
    stage.helix("code", "index");
    session = await runClient({
      client: client!,
      stage,
      prompts: ["hello, how are you today?", WORK, WORK],
      allowedTools: ["Read", "Edit", "Bash(make:*)"],
      script: {
        main: [
          say("hello"),
          use("Read", { file_path: invoice }),
          use("Edit", { file_path: invoice, old_string: BODY, new_string: "  return order.total;\n" }),
          use("Edit", { file_path: invoice, old_string: "  return order.total;\n", new_string: BODY }),
          use("Bash", { command: "make check", description: "checks" }),
          say("done"),
          say("done again"),
        ],
      },
    });
  });

  /** The places at which words came in, request by request. */
  const placesIn = (words: string) => session.main.map((request) => placesOf(request, words));
  /** In which request they came first; each later one has them once, from the same event. */
  function arrival(words: string): [number, string] {
    const places = placesIn(words);
    const first = places.findIndex((each) => each.length > 0);
    const place = places[first]?.[0] ?? "nowhere";
    expect(places.slice(Math.max(0, first))).toEqual(places.slice(Math.max(0, first)).map(() => [place]));
    return [first, place];
  }

  test("the client accepts every answer", () => {
    expect(session.exitCode, session.errors).toBe(0);
    expect(session.hookProblems).toEqual([]);
    expect(session.strays).toEqual([]);
  });

  test("small talk gets no pointer", () => {
    const [hello] = session.main;
    expect(placesOf(hello!, POINTER)).toEqual([]);
    expect(hello!.body.messages.flatMap(textsOf).join()).toContain("hello, how are you today?");
  });

  test("a prompt that describes work gets pointers, once, and within the cap", () => {
    expect(arrival(POINTER)).toEqual([1, "UserPromptSubmit"]);
    expect(arrival("src/invoice.ts:3-6")[1]).toBe("UserPromptSubmit");
    const said = injectionsOf(session.main.at(-1)!).filter(({ event }) => event === "UserPromptSubmit");
    expect(said).toHaveLength(1);
    expect(Buffer.byteLength(said[0]!.text)).toBeLessThan(2800);
  });

  test("before an edit, who uses from elsewhere what it changes; not at the next edit of the same", () => {
    expect(arrival(CALLERS)).toEqual([3, "PreToolUse:Edit"]);
    const [said] = injectionsOf(session.main.at(-1)!).filter(({ about }) => about === "Edit");
    expect(said!.text).toContain("discountedTotal is used at 1 place in 1 other file:");
    expect(said!.text).toContain("src/report.ts:4");
  });

  test("after a failed build the code at the error, with its symbol", () => {
    expect(arrival(FAILED)).toEqual([5, "PostToolUseFailure:Bash"]);
    expect(JSON.stringify(session.main.at(-1)!.body)).toContain("src/money.ts:2 in function formatMoney (1-3)");
  });
});

describe.skipIf(client === null)("the map", () => {
  test("begins a session of a project that no notes are on, once a server has left it", async () => {
    const stage = makeStage();
    putShop(stage);
    stage.helix("hooks", "install", "--user");
    stage.helix("code", "map");
    const session = await runClient({ client: client!, stage, prompts: ["hello"], script: { main: [say("hello")] } });
    expect(session.hookProblems).toEqual([]);
    expect(placesOf(session.main[0]!, MAP)).toEqual(["SessionStart"]);
    expect(JSON.stringify(session.main[0]!.body)).toContain("7 files of code (TypeScript 100 %)");
  });
});
