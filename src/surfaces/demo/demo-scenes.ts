// The session that `helix demo` plays: what people type, and what an assistant did once. What helix answers stands
// nowhere here: it is asked.
// `{root}` is the project's folder. `{lesson}` and `{key}` are what earlier answers said.

import { NPM_INSTALL, TESTS_BEFORE, TESTS_FAILED, TESTS_PASSED } from "./demo-outputs.ts";
import { CHECKOUT, DISCOUNTS, NEW_SIGNATURE, PLAN, SHOP, SIGNATURE, TESTS } from "./demo-shop.ts";
import type { EventStep, HookCall, Scene } from "./demo-step.ts";

/** The guard says nothing to what a task may do. */
const ALLOWED = "(within its limits: helix lets it)";
const TEST_FILE = "tests/checkout.test.ts";

/** What hooks are asked before a tool runs. */
function before(tool: string, id: string, input: object, hooks: readonly string[]): HookCall[] {
  const event = { hook_event_name: "PreToolUse", tool_name: tool, tool_input: input, tool_use_id: id };
  return hooks.map((hook) => ({ hook, event }));
}

/** A file is written whole. */
function write(id: string, path: string, text: string, told: string): EventStep {
  const input = { file_path: `{root}/${path}`, content: text };
  return {
    kind: "event",
    told,
    calls: before("Write", id, input, ["guard"]),
    writes: { [path]: text },
    silence: ALLOWED,
  };
}

/** The tests run: the guard is asked, and what they printed is shown to hooks. */
function runTests(id: string, told: string, output: string, isGreen: boolean): EventStep {
  const run = { tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: id };
  const response = { stdout: output, stderr: "", interrupted: false, isImage: false };
  const event = isGreen
    ? { hook_event_name: "PostToolUse", ...run, tool_response: response }
    : { hook_event_name: "PostToolUseFailure", ...run, error: `Exit code 1\n${output}`, is_interrupt: false };
  const after = [isGreen ? "post-build" : "error-context", "guard"].map((hook) => ({ hook, event }));
  const calls = [...before("Bash", id, run.tool_input, ["guard"]), ...after];
  return { kind: "event", told, calls, silence: "(helix has seen how it ended)" };
}

const NOTES: Scene = {
  name: "notes",
  about: "what was learned once comes back when it matters",
  steps: [
    {
      kind: "command",
      words: [
        "store",
        "tax",
        "how-to: the accountant changes the rate each January: change RATE alone, orders keep theirs",
        "--source",
        "src/tax.ts#RATE",
      ],
    },
    {
      kind: "command",
      words: [
        "store",
        "checkout",
        "decision: a discount comes off the goods before tax, as the accountant asked",
        "--source",
        "src/checkout.ts#checkoutTotal",
      ],
    },
    {
      kind: "event",
      told: "weeks later an assistant begins a session",
      calls: [{ hook: "session", event: { hook_event_name: "SessionStart", source: "startup" } }],
    },
    {
      kind: "event",
      told: "it opens src/tax.ts",
      calls: before("Read", "toolu_1", { file_path: "{root}/src/tax.ts" }, ["ambient"]),
    },
    { kind: "command", words: ["search", "discount", "accountant"] },
  ],
};

const CODE: Scene = {
  name: "code",
  about: "where the code for a task is, as the files are now",
  steps: [
    {
      kind: "event",
      told: "a person asks: Change checkoutTotal: SPRING takes 10 percent off the goods",
      calls: [
        {
          hook: "prompt",
          event: {
            hook_event_name: "UserPromptSubmit",
            prompt: "Change checkoutTotal: SPRING takes 10 percent off the goods",
          },
        },
      ],
    },
    { kind: "command", words: ["code", "impact", "checkoutTotal"], lines: 8 },
  ],
};

const LESSONS: Scene = {
  name: "lessons",
  about: "what helped, what misled",
  steps: [
    {
      kind: "command",
      words: [
        "learn",
        "remember",
        "A checkout total with percent is off by one cent",
        "--resolution",
        "round once, after the sum: never round each line",
        "--source",
        "src/money.ts",
      ],
      keeps: { name: "lesson", by: /(@[0-9a-z]{10})/ },
    },
  ],
};

const PLAN_SCENE: Scene = {
  name: "plan",
  about: "tasks with limits that hold",
  steps: [
    { kind: "command", words: ["plan", "save"], input: JSON.stringify(PLAN) },
    {
      kind: "tool",
      told: "the assistant starts a task: plan action=start seq=001",
      id: "toolu_2",
      tool: "plan",
      values: { action: "start", seq: "001" },
    },
    runTests("toolu_3", "it runs the tests before it changes anything: they pass", TESTS_BEFORE, true),
    {
      kind: "event",
      told: "it wants to change the tax, which is not its task",
      calls: before("Bash", "toolu_4", { command: "sed -i s/0.19/0.17/ src/tax.ts" }, ["guard"]),
    },
    write("toolu_5", "src/discount.ts", DISCOUNTS.wrong, "it writes src/discount.ts, as it may"),
    {
      kind: "event",
      told: "it changes checkoutTotal",
      calls: before(
        "Edit",
        "toolu_6",
        { file_path: "{root}/src/checkout.ts", old_string: SIGNATURE, new_string: NEW_SIGNATURE },
        ["guard", "ambient"],
      ),
      writes: { "src/checkout.ts": CHECKOUT },
    },
    write("toolu_7", TEST_FILE, TESTS, "it writes a test"),
    runTests("toolu_8", "it runs the tests: expected 1327 to be 1328", TESTS_FAILED, false),
    {
      kind: "tool",
      told: "it says that all is done: plan action=report status=delivered",
      id: "toolu_9",
      tool: "plan",
      values: { action: "report", status: "delivered", summary: "SPRING takes a tenth off the goods" },
      lines: 4,
    },
    {
      kind: "event",
      told: "it does what the lesson says: src/discount.ts rounds once",
      calls: before(
        "Edit",
        "toolu_10",
        { file_path: "{root}/src/discount.ts", old_string: DISCOUNTS.eachLine, new_string: DISCOUNTS.once },
        ["guard"],
      ),
      writes: { "src/discount.ts": DISCOUNTS.right },
      silence: ALLOWED,
    },
    runTests("toolu_11", "the tests pass", TESTS_PASSED, true),
    {
      kind: "tool",
      told: "it reports again, and says what helped: plan action=report status=delivered utilized={lesson}",
      id: "toolu_12",
      tool: "plan",
      values: {
        action: "report",
        status: "delivered",
        summary: "SPRING takes a tenth off the goods, before tax",
        utilized: "{lesson}",
        evidence: "{lesson}: the discount rounded each line, so the total was off by one cent; now it rounds once",
      },
    },
    { kind: "command", words: ["learn", "recall", "total", "off", "by", "one", "cent"], lines: 3 },
  ],
};

const COST: Scene = {
  name: "cost",
  about: "shorter outputs, and nothing is lost",
  steps: [
    { kind: "command", words: ["economy", "on"], lines: 1 },
    {
      kind: "event",
      told: `the assistant runs npm install: ${NPM_INSTALL.trimEnd().split("\n").length} lines; it reads instead`,
      calls: [
        {
          hook: "post-build",
          event: {
            hook_event_name: "PostToolUse",
            tool_name: "Bash",
            tool_input: { command: "npm install --loglevel=http" },
            tool_use_id: "toolu_13",
            tool_response: { stdout: NPM_INSTALL, stderr: "", interrupted: false, isImage: false },
          },
        },
      ],
      keeps: { name: "key", by: /helix output ([0-9A-Z]{8})/ },
    },
    { kind: "command", words: ["output", "{key}", "--search", "mocha"], lines: 4 },
    { kind: "command", words: ["gain"], lines: 6 },
  ],
};

export const SCENES: readonly Scene[] = [NOTES, CODE, LESSONS, PLAN_SCENE, COST];
/** Files of the project before the session. */
export const FILES = SHOP;
