// A home in which helix was used: a project with a session of a client in it, played by the compiled binary alone.
// A binary of any version plays it, so that one version can open what another wrote.
//
// Layout below the root: `home` (the user's home, with `.helix-kb` and `.claude`), `shop` (a git work tree), `bin/helix`
// (the binary's place, since settings name it).
//
// Invariants
// - The clock is fixed, and commits have fixed dates. Ids of notes, plans' calls and kept outputs are random.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { gitAt, makeRepository } from "../git-repository.ts";

/** When all this happens. */
export const PLAYED_AT = "2026-11-20T10:00:00Z";
const SESSION = "frozen-session";
const AGENT = { agent_id: "agent-1", agent_type: "builder" };
const COMMITTED_AT = "2026-11-01T09:00:00Z";

const PROJECT: Readonly<Record<string, string>> = {
  "src/tax.ts":
    'import { round } from "./round.ts";\n\nconst RATE = 0.19;\n\n/** The tax on a price. */\nexport function tax(price: number): number {\n  return round(price * RATE);\n}\n',
  "src/round.ts":
    "/** Rounds to cents. */\nexport function round(value: number): number {\n  return Math.round(value * 100) / 100;\n}\n",
  "src/checkout.ts":
    'import { tax } from "./tax.ts";\n\nexport function checkout(prices: number[]): number {\n  let total = 0;\n  for (const price of prices) total += price + tax(price);\n  return total;\n}\n',
  "tests/tax.test.ts":
    'import { tax } from "../src/tax.ts";\n\ntest("a price has tax", () => {\n  expect(tax(100)).toBe(19);\n});\n',
  "README.md": "# Shop\n\nPrices, taxes and a checkout.\n",
};

const FAILED_BUILD = `src/checkout.ts(5,44): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.
Found 1 error in src/checkout.ts:5
`;

const FAILED_TEST = ` FAIL  tests/tax.test.ts > a price has tax
AssertionError: expected 20 to be 19 // Object.is equality
 ❯ tests/tax.test.ts:4:20

 Test Files  1 failed (1)
      Tests  1 failed (1)
`;

/** Where the parts of a played home are. */
export const playedPlaces = (root: string) => ({
  home: join(root, "home"),
  base: join(root, "home", ".helix-kb"),
  shop: join(root, "shop"),
  binary: join(root, "bin", "helix"),
});

/** Makes the project: the same commits wherever it is. */
export function makeShop(root: string): void {
  const { shop } = playedPlaces(root);
  makeRepository(shop, "https://example.org/acme/shop.git");
  for (const [path, text] of Object.entries(PROJECT)) {
    mkdirSync(dirname(join(shop, path)), { recursive: true });
    writeFileSync(join(shop, path), text);
  }
  gitAt(COMMITTED_AT, shop, "add", "-A");
  gitAt(COMMITTED_AT, shop, "commit", "-q", "-m", "shop: prices have tax");
}

/** The environment in which a binary runs there. */
export function playedEnvironment(root: string): Record<string, string> {
  return {
    PATH: `${join(root, "bin")}:${process.env.PATH ?? ""}`,
    HOME: playedPlaces(root).home,
    TZ: "UTC",
    HELIX_NOW: PLAYED_AT,
    HELIX_TIMEOUT_SCALE: "10",
    GIT_CONFIG_NOSYSTEM: "1",
  };
}

/** How a command ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A binary at work below a root. */
export class Player {
  readonly #root: string;
  readonly #binary: string;
  #calls = 0;

  constructor(root: string, binary: string) {
    this.#root = root;
    this.#binary = binary;
  }

  /** The same home with a binary of another version. */
  as(binary: string): Player {
    return new Player(this.#root, binary);
  }

  /** Runs `helix WORDS...` in the project. */
  run(words: readonly string[], input = ""): Ended {
    const { status, stdout, stderr } = spawnSync(this.#binary, [...words], {
      cwd: playedPlaces(this.#root).shop,
      env: playedEnvironment(this.#root),
      encoding: "utf8",
      input,
    });
    return { status, stdout, stderr };
  }

  /** The same; throws an Error unless it ends with 0. */
  must(words: readonly string[], input = ""): string {
    const { status, stdout, stderr } = this.run(words, input);
    if (status !== 0) throw new Error(`helix ${words.join(" ")}: ${status}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Gives a hook an event of the session, or of another one, and returns what it prints. */
  hook(type: string, event: Readonly<Record<string, unknown>>): string {
    const { home, shop } = playedPlaces(this.#root);
    const whole = { session_id: SESSION, transcript_path: join(home, "none.jsonl"), cwd: shop, ...event };
    return this.must(["hook", type], JSON.stringify(whole));
  }

  /** Runs a command of the session as the client tells of it: before it, and what it printed. */
  bash(command: string, output: string, isFailed = false): void {
    const call = { tool_name: "Bash", tool_input: { command }, tool_use_id: this.#nextCall() };
    const response = { stdout: output, stderr: "", interrupted: false };
    if (isFailed) {
      const error = `Exit code 2\n${output}`;
      this.hook("post-build", { hook_event_name: "PostToolUseFailure", ...call, error });
    } else this.hook("post-build", { hook_event_name: "PostToolUse", ...call, tool_response: response });
  }

  /** Reads a file of the project, as the client tells of it. Returns what is shown before it. */
  read(path: string): string {
    const file = join(playedPlaces(this.#root).shop, path);
    const call = { tool_name: "Read", tool_input: { file_path: file }, tool_use_id: this.#nextCall() };
    return this.hook("ambient", { hook_event_name: "PreToolUse", ...call });
  }

  /** Edits a file of the project. Returns what is shown before it. */
  edit(path: string, before: string, after: string): string {
    const file = join(playedPlaces(this.#root).shop, path);
    const input = { file_path: file, old_string: before, new_string: after };
    const call = { tool_name: "Edit", tool_input: input, tool_use_id: this.#nextCall() };
    const shown = this.hook("ambient", { hook_event_name: "PreToolUse", ...call });
    writeFileSync(file, readFileSync(file, "utf8").replace(before, after));
    return shown;
  }

  /** A command of the subagent, with the guard asked before it and told after it. */
  guarded(command: string): void {
    const { shop } = playedPlaces(this.#root);
    const input = { command };
    const call = { tool_name: "Bash", tool_input: input, tool_use_id: this.#nextCall(), ...AGENT };
    const denied = this.hook("guard", { hook_event_name: "PreToolUse", ...call });
    if (denied.includes("deny")) throw new Error(`${command}: ${denied}`);
    const { stdout } = spawnSync("sh", ["-c", command], { cwd: shop, encoding: "utf8" });
    const tool_response = { stdout, stderr: "", interrupted: false };
    this.hook("guard", { hook_event_name: "PostToolUse", ...call, tool_response });
  }

  /** Calls tools over MCP, each seen by the guard's hooks first, as the client does. Returns the texts of the answers. */
  async tools(calls: readonly (readonly [tool: string, values: Readonly<Record<string, unknown>>])[]) {
    const { shop } = playedPlaces(this.#root);
    const server = spawn(this.#binary, ["serve"], { cwd: shop, env: playedEnvironment(this.#root) });
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const ask = async (id: number, method: string, params: object): Promise<Record<string, unknown>> => {
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`the server ended before it answered ${method}`);
        const message = JSON.parse(value) as { id?: number; result?: Record<string, unknown> };
        if (message.id === id) return message.result ?? {};
      }
    };
    const clientInfo = { name: "claude-code", version: "2.1.329" };
    await ask(0, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    const texts: string[] = [];
    for (const [index, [name, values]] of calls.entries()) {
      const tool_use_id = this.#nextCall();
      const event = {
        hook_event_name: "PreToolUse",
        tool_name: `mcp__helix__${name}`,
        tool_input: values,
        tool_use_id,
        ...AGENT,
      };
      if (name === "plan") this.hook("guard-binding", event);
      const params = { name, arguments: values, _meta: { "claudecode/toolUseId": tool_use_id } };
      const { content } = (await ask(index + 1, "tools/call", params)) as { content?: { text: string }[] };
      texts.push((content ?? []).map(({ text }) => text).join(""));
    }
    server.stdin.end();
    await new Promise((resolve) => server.on("close", resolve));
    return texts;
  }

  #nextCall(): string {
    this.#calls += 1;
    return `toolu_${this.#calls}`;
  }
}

/** The id of a note, by a part of its text. */
export function idOf(player: Player, text: string): string {
  const entries = JSON.parse(player.must(["export"])) as { id: string; body: string }[];
  const entry = entries.find(({ body }) => body.includes(text));
  if (entry === undefined) throw new Error(`no note holds ${JSON.stringify(text)}`);
  return entry.id;
}

/** Uses helix in an empty root with a project: a note of each kind, a session, lessons, plans, outputs, an index. */
export async function playHome(root: string, binary: string): Promise<void> {
  const { home } = playedPlaces(root);
  const player = new Player(root, binary);
  mkdirSync(join(home, ".claude"), { recursive: true });
  const own = { model: "opus", hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] } };
  writeFileSync(join(home, ".claude", "settings.json"), `${JSON.stringify(own, null, 4)}\n`);
  player.must(["setup", "--user", "--yes"]);
  player.must(["hooks", "install", "--project", "--yes", "--transport", "command", "--no-mcp"]);
  playNotes(player);
  playSession(player);
  await playLessons(player);
  await playPlan(player);
  player.must(["run", "seq 1 3000"]);
  player.must(["code", "index"]);
  player.must(["code", "callers", "tax"]);
  player.must(["index"]);
  player.must(["store", "shipping", "stored behind the index: parcels go out at noon"]);
}

function playNotes(player: Player): void {
  const store = (topic: string, text: string, ...more: string[]) => player.must(["store", topic, text, ...more]);
  store(
    "tax",
    "gotcha: the accountant changes the rate each January: change RATE alone",
    "--source",
    "src/tax.ts#RATE",
  );
  store(
    "tax",
    "how-to: a new rate needs a test with 100 as its price",
    "--source",
    "tests/tax.test.ts",
    "--tags",
    "test",
  );
  store("checkout", "decision: totals are numbers, prices in strings are refused", "--source", "src/checkout.ts:5");
  store("checkout", "reduced rates were thought of and left out", "--confidence", "0.4");
  store("Grüße/検索", "日本語の検索, 한국어, ไทย, العربية, 🧭");
  store("drafts", "this is thrown away");
  store("drafts", "this is taken back");
  player.must(["edit", "append", "checkout", "see also the tests of taxes", "--match-str", "totals"]);
  player.must(["edit", "revise", "checkout", "reduced rates were left out in 2025", "--match-str", "reduced"]);
  player.must(["edit", "delete", "drafts", "--match-str", "thrown"]);
  player.must(["edit", "rename", "drafts", "kept"]);
  store("kept", "one more that is undone");
  player.must(["undo"]);
  store("shipping", "parcels over 30 kg go by freight", "--links", idOf(player, "accountant"));
  player.must(["checkpoint", "give checkout a discount", "--done", "read the tests", "--next", "write one;run it"]);
}

function playSession(player: Player): void {
  player.hook("session", { hook_event_name: "SessionStart", source: "startup" });
  player.hook("prompt", {
    hook_event_name: "UserPromptSubmit",
    prompt: "where does the tax rate of checkout come from?",
  });
  player.read("src/tax.ts");
  player.bash("npx tsc --noEmit", FAILED_BUILD, true);
  player.edit("src/tax.ts", "0.19", "0.2");
  player.bash("npx tsc --noEmit", "");
  player.bash("npx vitest run", FAILED_TEST, true);
  player.hook("stop", { hook_event_name: "Stop", stop_hook_active: false });
}

async function playLessons(player: Player): Promise<void> {
  const learn = (trigger: string, resolution: string, ...more: string[]) =>
    player.must(["learn", "remember", trigger, "--resolution", resolution, ...more]);
  learn("tax test fails after a change of the rate", "change the expected value in tests/tax.test.ts too");
  learn("prices come as strings", "parse them where they are read", "--type", "pattern", "--source", "src/checkout.ts");
  learn("parcels are weighed twice", "weigh once, at packing");
  const helped = idOf(player, "expected value");
  const misled = idOf(player, "parse them where");
  const evidence = `@${helped}: changed the expected value to 20\n@${misled}: prices were numbers where they are read`;
  const [, judged] = await player.tools([
    ["learn", { action: "recall", query: "tax test fails, prices come as strings" }],
    ["learn", { action: "feedback", helped, misled, evidence }],
  ]);
  if (!/1 helped, 1 misled/.test(judged!)) throw new Error(`nothing was judged: ${judged}`);
  player.must(["learn", "archive", idOf(player, "weigh once"), "--apply"]);
  player.must(["learn", "relate", helped, "solves", misled]);
}

const task = (seq: string, delta: string, depends: string) => ({
  seq,
  slug: `part-${seq}`,
  objective: `Do part ${seq} of the shop`,
  delta: [delta],
  verify: `test -s ${delta}`,
  depends,
  budget: 9,
});

async function playPlan(player: Player): Promise<void> {
  const plan = {
    objective: "Build the shop",
    decision: "PROCEED",
    tasks: [task("001", "src/tax.ts", "none"), task("002", "src/round.ts", "001"), task("003", "README.md", "none")],
  };
  const begun = await player.tools([
    ["plan", { action: "explore", objective: "Build the shop" }],
    ["plan", { action: "save", data: JSON.stringify(plan) }],
    ["plan", { action: "start", seq: "001" }],
  ]);
  player.guarded("sed -i s/0.2/0.21/ src/tax.ts");
  player.guarded("test -s src/tax.ts");
  const delivered = { action: "report", seq: "001", status: "delivered", summary: "the rate is read from settings" };
  const ended = await player.tools([
    ["plan", delivered],
    ["plan", { action: "start", seq: "003" }],
  ]);
  if (!/is yours/.test(ended[1]!)) throw new Error(`the tasks did not begin: ${[...begun, ...ended].join("\n")}`);
}
