// What becomes of the output of a command: the short form in the tool's own shape, or the whole of it.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Shortening } from "../../../../src/filters/command-output.ts";
import { KeptOutputs } from "../../../../src/filters/kept/kept-outputs.ts";
import { randomOutputKey } from "../../../../src/filters/kept/output-key.ts";
import { parseHookEvent } from "../../../../src/hooks/common/hook-event.ts";
import {
  lastLine,
  REPLACEMENT_LENGTH_MAX,
  type ShorteningPorts,
  shortenOutput,
} from "../../../../src/hooks/outputs/shorten-output.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const NOW = Date.UTC(2026, 10, 24, 12);
const KEY = "K3V9X2MP";
const FOLDER = "/tmp/ada/.claude/projects/-shop/s1";
const LINES = Array.from({ length: 300 }, (_, at) => `line ${at} of the output`);
const TEXT = `${LINES.join("\n")}\n`;
const SHORT: Shortening = {
  kind: "shortened",
  text: "line 0 of the output\nline 299 of the output",
  program: "make",
  filter: "make-filter",
  linesLeftOut: 298,
};

const PORTS: ShorteningPorts = {
  readOwnFile: () => null,
  bytesMax: 1_000_000,
  shorten: () => SHORT,
  holdsSecret: async () => false,
  withoutSecrets: async (text) => text,
  keep: () => KEY,
  isLate: () => false,
  now: NOW,
};

interface Given {
  readonly response?: object;
  readonly input?: object;
  readonly agent?: string;
  readonly ports?: Partial<ShorteningPorts>;
}

function outcomeOf({ response = {}, input = {}, agent = "", ports = {} }: Given = {}) {
  const event = parseHookEvent({
    session_id: "s1",
    agent_id: agent,
    transcript_path: `${FOLDER}.jsonl`,
    tool_name: "Bash",
    tool_input: { command: "make all", ...input },
    tool_response: { stdout: TEXT, stderr: "", interrupted: false, isImage: false, ...response },
  });
  return shortenOutput(event, { ...PORTS, ...ports });
}

describe("a shortened output", () => {
  test("has the tool's own shape, and ends in what is missing and how to get it", async () => {
    expect(await outcomeOf({ response: { noOutputExpected: false } })).toMatchObject({
      replacement: {
        stdout:
          "line 0 of the output\nline 299 of the output\n[helix: 298 of 300 lines left out by make-filter; helix output K3V9X2MP shows all]",
        stderr: "",
        interrupted: false,
        isImage: false,
        noOutputExpected: false,
      },
      event: { type: "filter", by: "Bash", command: "make", filter: "make-filter", key: KEY, before: TEXT.length },
    });
  });

  test("is counted with the line that helix adds", async () => {
    const outcome = await outcomeOf();
    const { stdout } = outcome.replacement as { stdout: string };
    expect(outcome).toHaveProperty("event.after", Buffer.byteLength(stdout));
  });

  test("says nothing of lines where none are missing", () => {
    expect(lastLine("eslint", 0, 12, KEY)).toBe("[helix: shortened by eslint; helix output K3V9X2MP shows all]");
    expect(lastLine("git-log", 2140, 3801, KEY)).toContain("2,140 of 3,801 lines");
    expect(lastLine("a\nb\u001b[31m", 1, 2, KEY)).not.toMatch(/[\n\u001b]/);
  });

  test("keeps what it was made of, with the command's credentials out, for the session and the subagent", async () => {
    const kept: unknown[] = [];
    const keep: ShorteningPorts["keep"] = (original, by) => {
      kept.push(new TextDecoder().decode(original), by);
      return KEY;
    };
    const withoutSecrets = async () => "make TOKEN=[redacted]";
    await outcomeOf({ response: { stdout: TEXT, stderr: "warning\n" }, agent: "a1", ports: { keep, withoutSecrets } });
    expect(kept).toEqual([
      `${TEXT}warning\n`,
      { session: "s1", agent: "a1", tool: "Bash", command: "make TOKEN=[redacted]", isFailure: false, at: NOW },
    ]);
  });

  test("of a long output is made of the client's file, of which the client says nothing more", async () => {
    const stored = new TextEncoder().encode(TEXT.repeat(10));
    const path = `${FOLDER}/tool-results/b1.txt`;
    const asked: unknown[] = [];
    const outcome = await outcomeOf({
      response: { persistedOutputPath: path, persistedOutputSize: stored.length },
      ports: {
        readOwnFile: (...words) => {
          asked.push(words.slice(0, 2));
          return stored;
        },
        shorten: ({ text }) => (text.length === stored.length ? SHORT : { kind: "whole", why: "a part only" }),
      },
    });
    expect(asked).toEqual([[path, `${FOLDER}/tool-results`]]);
    expect(Object.keys(outcome.replacement!).sort()).toEqual(["interrupted", "isImage", "stderr", "stdout"]);
    // The client would have shown its first 2 kB.
    expect(outcome).toHaveProperty(
      "event.before",
      expect.toSatisfy((bytes: number) => bytes > 2000 && bytes < 3000),
    );
  });
});

describe("an output stays whole", () => {
  const fails = (): never => {
    throw new Error("must not be asked");
  };

  test.each<[string, Given]>([
    ["interrupted", { response: { interrupted: true } }],
    ["an image", { response: { isImage: true } }],
    ["in the background", { response: { backgroundTaskId: "b1" } }],
    ["in the background", { input: { run_in_background: true } }],
    ["failed", { response: { exitCode: 2 } }],
    ["explains", { response: { returnCodeInterpretation: "Files differ" } }],
    ["cannot be read", { response: { persistedOutputPath: "/etc/passwd", persistedOutputSize: 9 } }],
    ["longer than", { response: { persistedOutputPath: `${FOLDER}/tool-results/b1.txt`, persistedOutputSize: 1e9 } }],
  ])("that is %s, and nothing is asked of the filters", async (why, given) => {
    const outcome = await outcomeOf({ ...given, ports: { shorten: fails, keep: fails } });
    expect(outcome).toEqual({ replacement: null, why: expect.stringContaining(why) });
  });

  test.each<[string, Partial<ShorteningPorts>]>([
    ["a diff", { shorten: () => ({ kind: "whole", why: "a diff" }) }],
    ["a credential", { holdsSecret: async () => true }],
    ["in time", { isLate: () => true }],
    ["save nothing", { shorten: () => ({ ...SHORT, text: TEXT.slice(0, -20) }) }],
    ["too long", { shorten: () => ({ ...SHORT, text: "x".repeat(REPLACEMENT_LENGTH_MAX) }) }],
  ])("with %s, and is not kept", async (why, ports) => {
    const given = why === "too long" ? { response: { stdout: "y".repeat(2 * REPLACEMENT_LENGTH_MAX) } } : {};
    expect(await outcomeOf({ ...given, ports: { keep: fails, ...ports } })).toEqual({
      replacement: null,
      why: expect.stringContaining(why),
    });
  });

  test("that cannot be kept", async () => {
    expect(await outcomeOf({ ports: { keep: () => null } })).toEqual({
      replacement: null,
      why: "its original could not be kept",
    });
  });

  test("whose file has another size than the client says", async () => {
    const response = { persistedOutputPath: `${FOLDER}/tool-results/b1.txt`, persistedOutputSize: TEXT.length + 1 };
    const readOwnFile = () => new TextEncoder().encode(TEXT);
    expect(await outcomeOf({ response, ports: { readOwnFile } })).toMatchObject({ replacement: null });
  });
});

describe("nothing is taken away that cannot be had back", () => {
  test("whatever an output holds and a filter leaves: every original comes back to the byte, or it stays whole", async () => {
    const line = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ maxLength: 400 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 60 }),
        fc.array(line, { maxLength: 60 }),
        fc.string({ unit: "grapheme", maxLength: 30 }),
        fc.boolean(),
        async (printed, left, filter, isFull) => {
          const files = new MemoryFileSystem();
          if (isFull) files.fault = ({ kind }) => (kind === "append" ? { code: "ENOSPC", written: 1 } : null);
          const kept = new KeptOutputs({ files, directory: "/base", newKey: randomOutputKey, isOwn: () => true });
          const stdout = printed.join("\n");
          const outcome = await outcomeOf({
            response: { stdout },
            ports: {
              keep: (original, by) => kept.keep(original, by),
              shorten: () => ({
                ...(SHORT as Extract<Shortening, { kind: "shortened" }>),
                text: left.join("\n"),
                filter,
              }),
            },
          });
          if (outcome.replacement === null) return;
          expect(isFull).toBe(false);
          const short = outcome.replacement.stdout as string;
          expect(Buffer.byteLength(short)).toBeLessThan(Buffer.byteLength(stdout));
          expect(short.isWellFormed()).toBe(true);
          const [, key = ""] = /helix output ([0-9A-Z]{8}) shows all\]$/.exec(short) ?? [];
          const found = kept.read(key, "s1", NOW);
          expect(found.kind === "found" && Buffer.from(found.output.original).equals(Buffer.from(stdout))).toBe(true);
        },
      ),
    );
  });
});
