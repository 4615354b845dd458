// Shortened outputs by a hook's own process: with a server to ask, and without one. Both give the same answer, and in any
// doubt the output stays whole.

import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { endOfHook } from "../support/hook-process.ts";
import { useRawServers } from "../support/raw-server.ts";
import { NOW } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const makeFolder = useFolders("each");
const startRaw = useRawServers();
let [base, folder, session] = ["", "", ""];
let environment: Record<string, string> = {};

const FILTER = '[filters.listing]\nmatch_command = "^listing\\\\b"\nstrip_lines_matching = ["^noise"]\n';
const LONG = `${Array.from({ length: 500 }, (_, at) => (at % 100 === 7 ? `kept ${at} €` : `noise ${at}`)).join("\n")}\n`;

beforeEach(() => {
  [base, folder] = [join(makeFolder(), "kb"), makeFolder()];
  session = join(folder, "sessions", "s1");
  mkdirSync(join(session, "tool-results"), { recursive: true });
  environment = { PATH: process.env.PATH ?? "", HOME: folder };
  const set = (value: string) =>
    runHelix(["config", "set", "economy.filters", value], { base, cwd: folder, environment });
  expect(set("on").status).toBe(0);
  mkdirSync(join(base, "filters"), { recursive: true });
  writeFileSync(join(base, "filters", "listing.toml"), FILTER);
});

const event = (response: object = {}, command = "listing --all") => ({
  session_id: "s1",
  cwd: folder,
  transcript_path: `${session}.jsonl`,
  tool_name: "Bash",
  tool_input: { command },
  tool_response: { stdout: LONG, stderr: "", interrupted: false, isImage: false, ...response },
});

/** What the model would see; null for the output as it was. */
async function replaced(given: object, isHosted = false): Promise<string | null> {
  const options = { cwd: folder, base, environment, isHosted };
  const { code, output, errors } = await endOfHook("post-build", JSON.stringify(given), options);
  expect([code, errors]).toEqual([0, ""]);
  if (output === "") return null;
  const { hookSpecificOutput } = JSON.parse(output);
  expect(hookSpecificOutput.hookEventName).toBe("PostToolUse");
  return hookSpecificOutput.updatedToolOutput?.stdout ?? null;
}

async function serve(): Promise<void> {
  const server = startRaw({ directory: base });
  await server.initialize();
  runHelix(["store", "engine", "pages have a size"], { base, cwd: folder, environment });
  for (let tries = 0; tries < 200 && !readdirSync(base).includes("hooks.sock"); tries++)
    await new Promise((r) => setTimeout(r, 50));
}

const keyOf = (text: string | null) => /helix output ([0-9A-Z]{8}) shows all\]$/.exec(text ?? "")?.[1] ?? "";
const rawOf = (key: string) => runHelix(["output", key, "--raw"], { base, cwd: folder, environment }).stdout;

describe.each(["alone", "with a server"])("a hook's process %s", (how) => {
  beforeEach(async () => {
    if (how === "with a server") await serve();
    // With a fixed clock a process asks nobody.
    else environment.HELIX_NOW = NOW;
  });

  test("puts the short form in place of the output, and keeps the original", async () => {
    const text = await replaced(event());
    expect(text).toMatch(
      /^kept 7 €\nkept 107 €\nkept 207 €\nkept 307 €\nkept 407 €\n\[helix: 495 of 500 lines left out by listing;/,
    );
    expect(rawOf(keyOf(text))).toBe(LONG);
    const [name] = readdirSync(join(base, "outputs"));
    expect(statSync(join(base, "outputs", name!)).mode & 0o777).toBe(0o600);
  });

  test("takes a long output from the client's file", async () => {
    const path = join(session, "tool-results", "b1.txt");
    const whole = LONG.repeat(4);
    writeFileSync(path, whole);
    const text = await replaced(event({ persistedOutputPath: path, persistedOutputSize: Buffer.byteLength(whole) }));
    expect(text).toContain("1,980 of 2,000 lines left out");
    expect(rawOf(keyOf(text))).toBe(whole);
  });

  test("passes an answer on that is as long as any may be", async () => {
    const lines = Array.from({ length: 180 }, (_, at) => `src/a${at}.c:${at}: error: ${"€".repeat(80)}`);
    const stdout = [...lines, ...Array.from({ length: 20_000 }, () => "noise")].join("\n");
    const text = await replaced(event({ stdout }));
    expect(text!.length).toBeGreaterThan(18_000);
    expect(rawOf(keyOf(text))).toBe(stdout);
  });

  test("leaves outputs whole where the original cannot be kept", async () => {
    writeFileSync(join(base, "outputs"), "in the way");
    expect(await replaced(event())).toBeNull();
  });

  test("leaves outputs whole while the economy is off", async () => {
    runHelix(["config", "set", "economy.filters", "off"], { base, cwd: folder, environment });
    expect(await replaced(event())).toBeNull();
    expect(readdirSync(base)).not.toContain("outputs");
  });
});

describe("a file of the client", () => {
  const size = Buffer.byteLength(LONG);
  const path = () => join(session, "tool-results", "b1.txt");
  const other = () => join(folder, "private.txt");
  const made = (at: string, make: (at: string) => void) => {
    make(at);
    return at;
  };
  const openToAll = (at: string) => {
    writeFileSync(at, LONG);
    chmodSync(join(at, ".."), 0o777);
  };
  const given = (at = path()) => event({ persistedOutputPath: at, persistedOutputSize: size });

  test.each(["one name", "two names"])("is read that has %s", async (names) => {
    writeFileSync(path(), LONG);
    if (names === "two names") linkSync(path(), other());
    expect(await replaced(given(), true)).toContain("left out by listing");
  });

  test.each<[string, () => string]>([
    ["elsewhere", () => other()],
    ["a link", () => made(path(), (at) => symlinkSync(other(), at))],
    ["where others may write", () => made(path(), openToAll)],
    ["above by dots", () => `${session}/tool-results/../../../private.txt`],
    ["missing", () => join(session, "tool-results", "none.txt")],
    [
      "in a folder that is a link",
      () => `${made(join(session, "tool-results", "sub"), (at) => symlinkSync(folder, at))}/private.txt`,
    ],
  ])("that is %s is not read, and the output stays as it is", async (_, make) => {
    writeFileSync(other(), LONG);
    chmodSync(other(), 0o600);
    expect(await replaced(given(make()), true)).toBeNull();
    expect(readFileSync(other(), "utf8")).toBe(LONG);
  });
});
