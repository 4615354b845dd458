// How parameters, options and examples read over MCP and on the command line, and errors that are worded late.

import { expect, it } from "vitest";
import { HelixError, invalid, messageOf } from "../../../src/base/errors.ts";
import { CALLS, COMMANDS, commandWording } from "../../../src/base/wording.ts";

const EDIT = commandWording("edit", ["action", "topic", "text"]);

it.each([
  [CALLS, "match_str", "FFI bridge", 'match_str="FFI bridge"', "match_str"],
  [COMMANDS, "match_str", "FFI bridge", '--match-str "FFI bridge"', "--match-str"],
  [COMMANDS, "limit", "10", "--limit 10", "--limit"],
  [COMMANDS, "source", "src/a.rs:15", "--source src/a.rs:15", "--source"],
  [COMMANDS, "focus", "iris-*", '--focus "iris-*"', "--focus"],
  [COMMANDS, "text", 'say "$HOME"', `--text 'say "$HOME"'`, "--text"],
  [COMMANDS, "text", "it's $5", `--text 'it'\\''s $5'`, "--text"],
  [EDIT, "action", "revise", "helix edit revise", "ACTION"],
  [EDIT, "topic", "engine", "helix edit ACTION engine", "TOPIC"],
  [EDIT, "text", "two words", 'helix edit ACTION TOPIC "two words"', "TEXT"],
  [EDIT, "new_name", "core", "--new-name core", "--new-name"],
])("%#: %s", (wording, name, value, option, called) => {
  expect(wording.option(name, value)).toBe(option);
  expect(wording.example(`${name}="${value}"`)).toBe(option);
  expect(wording.name(name)).toBe(called);
});

it("flags", () => {
  expect([CALLS.option("force"), COMMANDS.option("dry_run")]).toEqual(["force=true", "--dry-run"]);
  expect([CALLS.example("explain=true"), COMMANDS.example("explain=true")]).toEqual(["explain=true", "--explain"]);
});

it("an error says the same in each reader's words", () => {
  const error = invalid((say) => `${say.given("limit", '"ten"')} is wrong:\ngive ${say.option("limit", "10")}`);
  expect(error.message).toBe('limit="ten" is wrong:\ngive limit="10"');
  expect(messageOf(error)).toBe('limit="ten" is wrong: give limit="10"');
  expect(messageOf(error, undefined, COMMANDS)).toBe('--limit "ten" is wrong: give --limit 10');
  expect(new HelixError("IO", "plain").messageFor(COMMANDS)).toBe("plain");
});
