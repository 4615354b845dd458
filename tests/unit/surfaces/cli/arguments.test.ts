// Options as people type them: flags that are on by default, values, and what looks like an option and is left alone.

import { describe, expect, it } from "vitest";
import { commandNamed } from "../../../../src/surfaces/cli/commands.ts";
import { readArguments } from "../../../../src/surfaces/cli/read-arguments.ts";

const searchCommand = await (await commandNamed("search"))!.load();

const read = (...words: string[]) => {
  const { _, diverse, recency, explain, topic } = readArguments("search", searchCommand, words);
  return { words: _.join(" "), diverse, recency, explain, topic };
};
const nothing = { words: "", diverse: undefined, recency: undefined, explain: undefined, topic: undefined };

describe("a flag that is on by default", () => {
  it.each([
    [["linker"], { words: "linker" }],
    [["--no-diverse", "linker"], { words: "linker", diverse: false }],
    [["linker", "--no-recency", "--no-diverse"], { words: "linker", diverse: false, recency: false }],
    [["--diverse=false", "linker"], { words: "linker", diverse: false }],
    [["--diverse", "false", "linker"], { words: "linker", diverse: false }],
    [["--recency", "FALSE"], { recency: false }],
    [["--recency=False", "--diverse=TRUE"], { recency: false, diverse: true }],
    [["--no-diverse=false", "a"], { words: "a", diverse: true }],
    [["--no-diverse=true", "a"], { words: "a", diverse: false }],
    [["--diverse", "linker"], { words: "linker", diverse: true }],
    // The last one counts.
    [["--no-diverse", "--diverse"], { diverse: true }],
    [["--diverse", "--no-diverse"], { diverse: false }],
    // What has the value in its name takes none, nor does a flag that is off by default.
    [["--no-diverse", "false", "alarm"], { words: "false alarm", diverse: false }],
    [["--explain", "false", "alarm"], { words: "false alarm", explain: true }],
    [["false", "--diverse"], { words: "false", diverse: true }],
    [["--topic=--diverse", "false"], { words: "false", topic: "--diverse" }],
    [["--", "--no-diverse", "--diverse", "false"], { words: "--no-diverse --diverse false" }],
  ])("%j", (words, expected) => {
    expect(read(...words)).toEqual({ ...nothing, ...expected });
  });

  it.each([
    [["--diverse=maybe"], "--diverse=maybe is not accepted: give --no-diverse or --diverse=false"],
    [["--no-recency="], "--no-recency= is not accepted: give --no-recency or --recency=false"],
    [["--topic", "--no-diverse", "linker"], /^--topic needs a value/],
    [["--no-explain"], /^helix search has no option --no-explain; did you mean --explain\?/],
    [["--no-divers"], /^helix search has no option --no-divers; did you mean --diverse or --no-diverse\?/],
    [["--no-"], /has no option --no-;/],
  ])("%j is refused", (words, message) => {
    expect(() => read(...words)).toThrow(message);
  });
});
