// Settings of any content and formatting, under installing and taking out: the value is what it should be, every byte
// that is not helix's stays, and taking out brings the text back.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containersOf, installHooks, uninstallHooks } from "../../src/clients/claude-code/edit-hooks.ts";
import {
  installServer,
  serverContainers,
  serverEntry,
  uninstallServer,
} from "../../src/clients/claude-code/edit-servers.ts";
import { guardGroups, hookGroups, type Transport } from "../../src/clients/claude-code/hook-groups.ts";
import { JsonText, takeBack } from "../../src/clients/claude-code/json-text.ts";
import { EVENT_OF, HOOK_TYPES } from "../../src/hooks/common/hook-types.ts";
import { runs } from "../support/runs.ts";

const RUNS = { numRuns: runs(400) };

const key = fc.oneof(fc.constantFrom("a", "b", "", "hooks", "ü", '"', "\\", "{", "]", "\u2028"), fc.string());
const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
  fc.constantFrom('}"', "[{", "\\", "\\\\", '\\"', "\n", "\u0000", "\ud83d\ude00"),
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  ),
})).value;

const foreignHook = fc.constantFrom(
  { type: "command", command: "echo done" },
  { type: "command", command: "cd x && helix hook stop" },
  { type: "command", command: "helix store a b", timeout: 3 },
  { type: "mcp_tool", server: "other", tool: "hook" },
  { type: "prompt", prompt: "helix hook stop" },
  5,
);
const foreignGroup = fc.oneof(
  fc.record(
    {
      matcher: fc.constantFrom("Bash", "Read|Edit|MultiEdit|Write|NotebookEdit|Grep|Glob", "*"),
      hooks: fc.array(foreignHook, { maxLength: 3 }),
    },
    { requiredKeys: ["hooks"] },
  ),
  fc.constantFrom(null, "x", {}, { matcher: 5, hooks: {} }),
);
const event = fc.constantFrom(...HOOK_TYPES.map((type) => EVENT_OF[type]), "Notification", "SubagentStop");
const settings = fc
  .tuple(
    fc.dictionary(
      key.filter((name) => name !== "hooks" && name !== "__proto__"),
      anything.filter(hasNoPrototypeKey),
      { maxKeys: 4 },
    ),
    fc.option(fc.dictionary(event, fc.array(foreignGroup, { maxLength: 3 }), { maxKeys: 5 }), { nil: undefined }),
    fc.boolean(),
  )
  .map(([others, hooks, isFirst]) =>
    hooks === undefined ? others : isFirst ? { hooks, ...others } : { ...others, hooks },
  );

function hasNoPrototypeKey(value: unknown): boolean {
  return !JSON.stringify(value).includes("__proto__");
}

/** How a text is written: everything that JSON leaves open. */
interface Format {
  readonly indent: string | null;
  readonly lineBreak: string;
  readonly colon: string;
  readonly end: string;
  readonly start: string;
  readonly inEmpty: string;
  readonly isEscaped: boolean;
}
const format: fc.Arbitrary<Format> = fc.record({
  indent: fc.constantFrom(null, "  ", "    ", "\t", " ", ""),
  lineBreak: fc.constantFrom("\n", "\r\n", "\r"),
  colon: fc.constantFrom(":", ": ", " : ", ":\n\t"),
  end: fc.constantFrom("", "\n", "\r\n", "\n\n  "),
  start: fc.constantFrom("", "\uFEFF", "\n ", "\uFEFF\t"),
  inEmpty: fc.constantFrom("", " ", "\n", "\r\n    "),
  isEscaped: fc.boolean(),
});

function written(value: unknown, style: Format, outer = ""): string {
  const { indent, lineBreak, colon, inEmpty, isEscaped } = style;
  const text = (leafValue: unknown) => {
    const plain = JSON.stringify(leafValue);
    return isEscaped && typeof leafValue === "string" && leafValue.startsWith("a")
      ? plain.replace("a", "\\u0061")
      : plain;
  };
  if (typeof value !== "object" || value === null)
    return typeof value === "number" && isEscaped && value > 0 && Number.isInteger(value) && value < 1e9
      ? `${value}.0e0`
      : text(value);
  const inner = indent === null ? "" : outer + indent;
  const items = Array.isArray(value)
    ? value.map((each) => written(each, style, inner))
    : Object.entries(value).map(([name, each]) => text(name) + colon + written(each, style, inner));
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (items.length === 0) return open + inEmpty + close;
  if (indent === null) return open + items.join(colon === ": " ? ", " : ",") + close;
  return open + lineBreak + inner + items.join(`,${lineBreak}${inner}`) + lineBreak + outer + close;
}

function textOf(value: unknown, style: Format): string {
  return style.start + written(value, style) + style.end;
}

const parsedText = (text: string): Record<string, unknown> => JSON.parse(text.replace(/^\uFEFF/, ""));
const groups = (transport: Transport, program = "helix") => {
  const words = { program, directory: null };
  return [...hookGroups(transport, words), ...guardGroups(words)];
};

/** What installing should make of a value without hooks of helix. */
function withHooks(value: Record<string, unknown>, transport: Transport): Record<string, unknown> {
  const hooks: Record<string, unknown> = { ...(value.hooks as object | undefined) };
  for (const { event: name, group } of groups(transport))
    hooks[name] = [...((hooks[name] as unknown[] | undefined) ?? []), group];
  return { ...value, hooks };
}

/** Everything of `text` stands in `longer`, in its order: nothing of others went. */
function isWithin(text: string, longer: string): boolean {
  let at = 0;
  for (const character of text) {
    at = longer.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const transport = fc.constantFrom<Transport>("command", "mcp");

describe("installing into any settings", () => {
  it("adds the hooks to the value and changes nothing else", () => {
    fc.assert(
      fc.property(settings, format, transport, (value, style, by) => {
        const text = textOf(value, style);
        const json = new JsonText(text, "x");
        installHooks(json, groups(by));
        expect(parsedText(json.text)).toEqual(withHooks(parsedText(text), by));
        expect(Object.keys(parsedText(json.text))).toEqual([...new Set([...Object.keys(parsedText(text)), "hooks"])]);
        // Only the white space of an empty container may go.
        expect(json.splices.every(({ removed }) => removed.trim() === "")).toBe(true);
        expect(isWithin(style.inEmpty === "" ? text : text.replace(/\s/g, ""), json.text)).toBe(true);
        expect(takeBack(json.text, json.splices)).toBe(text);
      }),
      RUNS,
    );
  });

  it("twice is once", () => {
    fc.assert(
      fc.property(settings, format, transport, (value, style, by) => {
        const json = new JsonText(textOf(value, style), "x");
        installHooks(json, groups(by));
        const again = new JsonText(json.text, "x");
        installHooks(again, groups(by));
        expect(again.splices).toEqual([]);
        expect(again.text).toBe(json.text);
      }),
      RUNS,
    );
  });

  it("an older installation is exchanged in place, wherever it stands", () => {
    fc.assert(
      fc.property(settings, format, transport, transport, (value, style, first, second) => {
        const json = new JsonText(textOf(value, style), "x");
        installHooks(json, groups(first, "/old/helix"));
        const newer = new JsonText(json.text, "x");
        installHooks(newer, groups(second));
        expect(parsedText(newer.text)).toEqual(withHooks(parsedText(textOf(value, style)), second));
      }),
      RUNS,
    );
  });
});

describe("taking out by what the hooks are", () => {
  it("leaves the value that was there before", () => {
    fc.assert(
      fc.property(settings, format, transport, (value, style, by) => {
        const before = new JsonText(textOf(value, style), "x");
        const kept = new Set(containersOf(before));
        installHooks(before, groups(by));
        const json = new JsonText(before.text, "x");
        expect(uninstallHooks(json, kept)).toBe(groups(by).length);
        expect(parsedText(json.text)).toEqual(parsedText(textOf(value, style)));
      }),
      RUNS,
    );
  });

  it("brings the text back to the byte where empty containers hold no white space and others have something in them", () => {
    fc.assert(
      fc.property(settings, format, transport, (value, style, by) => {
        const text = textOf(value, { ...style, inEmpty: "" });
        const before = new JsonText(text, "x");
        const kept = new Set(containersOf(before));
        installHooks(before, groups(by));
        const json = new JsonText(before.text, "x");
        uninstallHooks(json, kept);
        expect(json.text).toBe(text);
      }),
      RUNS,
    );
  });

  it("touches nothing where there is nothing of helix", () => {
    fc.assert(
      fc.property(settings, format, (value, style) => {
        const json = new JsonText(textOf(value, style), "x");
        expect(uninstallHooks(json, new Set())).toBe(0);
        expect(json.splices).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe("registering the server in any state of the client", () => {
  const state = fc
    .tuple(
      fc.dictionary(fc.constantFrom("a", "b", "oauth"), leaf, { maxKeys: 3 }),
      fc.option(fc.dictionary(fc.constantFrom("x", "y"), fc.constant({ command: "x" }), { maxKeys: 2 }), {
        nil: undefined,
      }),
      fc.option(
        fc.dictionary(fc.constantFrom("/p", "/q"), fc.constantFrom({}, { a: 1 }, { mcpServers: {} }), { maxKeys: 2 }),
        { nil: undefined },
      ),
    )
    .map(([others, mcpServers, projects]) => ({
      ...others,
      ...(mcpServers && { mcpServers }),
      ...(projects && { projects }),
    }));
  const place = fc.constantFrom(["mcpServers"], ["projects", "/p", "mcpServers"]);

  it("adds one key, and taking out removes it again", () => {
    fc.assert(
      fc.property(state, place, format, (value, path, style) => {
        const text = textOf(value, { ...style, inEmpty: "" });
        const json = new JsonText(text, "x");
        const kept = new Set(serverContainers(json, path));
        const entry = serverEntry({ program: "helix", directory: null });
        expect(installServer(json, path, entry)).toBe(null);
        expect(new JsonText(json.text, "x").valueAt([...path, "helix"])).toEqual(entry);
        expect(takeBack(json.text, json.splices)).toBe(text);
        const again = new JsonText(json.text, "x");
        expect(uninstallServer(again, path, kept)).toBe(true);
        expect(again.text).toBe(text);
      }),
      RUNS,
    );
  });
});
