// Changes to a JSON text as text: how what is put in looks, what stays, and what is refused. Random texts are in
// tests/property/settings-merge.test.ts.

import { describe, expect, it } from "vitest";
import { JsonText, takeBack } from "../../../../src/clients/claude-code/json-text.ts";

function changed(text: string, change: (json: JsonText) => void): string {
  const json = new JsonText(text, "settings.json");
  change(json);
  expect(takeBack(json.text, json.splices)).toBe(text);
  return json.text;
}

const add = (text: string) => changed(text, (json) => json.addMember([], "new", { a: [1] }));

describe("what is added looks like its neighbours", () => {
  it.each([
    ["two spaces", '{\n  "x": 1\n}\n', '{\n  "x": 1,\n  "new": {\n    "a": [\n      1\n    ]\n  }\n}\n'],
    [
      "tabs, CRLF, no line break at the end",
      '{\r\n\t"x": 1\r\n}',
      '{\r\n\t"x": 1,\r\n\t"new": {\r\n\t\t"a": [\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}',
    ],
    [
      "four spaces behind a byte order mark",
      '\uFEFF{\n    "x": 1\n}',
      '\uFEFF{\n    "x": 1,\n    "new": {\n        "a": [\n            1\n        ]\n    }\n}',
    ],
    ["one line, tight", '{"x":1.50}', '{"x":1.50,"new":{"a":[1]}}'],
    ["one line, spaced", '{ "x": "\\u00e9" }', '{ "x": "\\u00e9", "new": {"a": [1]} }'],
    ["an empty object", "{}", '{\n  "new": {\n    "a": [\n      1\n    ]\n  }\n}'],
    ["nothing", "", '{\n  "new": {\n    "a": [\n      1\n    ]\n  }\n}\n'],
    ["a comma before each line", '{\n    "x": 1\n  , "y": 2\n}', '{\n    "x": 1\n  , "y": 2, "new": {"a": [1]}\n}'],
  ])("%s", (_, before, after) => {
    expect(add(before)).toBe(after);
  });

  it("an element of a list that is empty, in a text of lines", () => {
    expect(changed('{\n  "a": []\n}', (json) => json.addElement(["a"], 1))).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(changed('{"a":[]}', (json) => json.addElement(["a"], { b: 1 }))).toBe('{"a":[{"b":1}]}');
  });
});

describe("what is taken out leaves no gap", () => {
  it.each([
    ["the first", ["a"], '{\n  "b": 2,\n  "c": 3\n}'],
    ["one in the middle", ["b"], '{\n  "a": 1,\n  "c": 3\n}'],
    ["the last", ["c"], '{\n  "a": 1,\n  "b": 2\n}'],
  ])("%s", (_, path, after) => {
    expect(changed('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', (json) => json.remove(path))).toBe(after);
  });

  it("the only one", () => {
    expect(changed('{"a": [ 1 ]}', (json) => json.remove(["a", 0]))).toBe('{"a": []}');
  });
});

it("a value is exchanged where it stands", () => {
  const text = '{\n  "a": {\n    "b": 1\n  },\n  "c": [1, 2]\n}';
  expect(changed(text, (json) => json.replace(["a"], { d: 2 }))).toBe(
    '{\n  "a": {\n    "d": 2\n  },\n  "c": [1, 2]\n}',
  );
  expect(changed(text, (json) => json.replace(["c", 1], { d: 2 }))).toBe(
    '{\n  "a": {\n    "b": 1\n  },\n  "c": [1, {"d": 2}]\n}',
  );
});

it("splices of another text are not taken back", () => {
  const json = new JsonText('{"a":1}', "x");
  json.addMember([], "b", 2);
  expect(takeBack('{"a":1,"c":2}', json.splices)).toBe(null);
});

describe("what the client does not read as JSON is refused, with the place", () => {
  it.each([
    ['{\n  // why\n  "a": 1\n}', "is not JSON (line 2: a comment), the client cannot read it"],
    ['{\n  "a": 1,\n}', "is not JSON (line 3: a comma before the end of a list), the client cannot read it"],
    ['{"a": 1', "is not JSON (it ends too early), the client cannot read it"],
    ["{\n\n'a': 1}", "is not JSON (line 3: not readable), the client cannot read it"],
    ['{"a" 1}', "is not JSON (line 1: out of place), the client cannot read it"],
    ["[]", "is no JSON object"],
    ["5", "is no JSON object"],
  ])("%j", (text, what) => {
    expect(() => new JsonText(text, "settings.json")).toThrow(`settings.json ${what}; nothing was changed`);
  });

  it("a key that occurs twice on the way, and no other", () => {
    const json = new JsonText('{"a": 1, "a": 2, "b": {"c": 1, "\\u0063": 2}, "d": 3}', "settings.json");
    expect(json.valueAt(["d"])).toBe(3);
    expect(() => json.valueAt(["b", "c"])).toThrow('settings.json has "c" twice in one object; nothing was changed');
    expect(() => json.valueAt(["a"])).toThrow('has "a" twice');
  });
});

it("a text may be deep and long, and one that is too deep is refused", () => {
  const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)},"s":"${"\\\\x".repeat(200_000)}"}`;
  expect(changed(nested(2000), (json) => json.addMember([], "b", 1))).toBe(`${nested(2000).slice(0, -1)},"b":1}`);
  expect(() => new JsonText(nested(500_000), "settings.json")).toThrow(
    "settings.json is nested too deeply; nothing was changed",
  );
});
