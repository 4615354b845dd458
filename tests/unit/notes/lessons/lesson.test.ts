// What a lesson looks like as the text of a note.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatLesson, lessonKind, lessonName, parseLesson } from "../../../../src/notes/lessons/lesson.ts";

describe("a lesson's text", () => {
  test("has its trigger first, and its resolution behind a label", () => {
    const text = formatLesson({ trigger: "ImportError in circular imports", resolution: "move the types apart" });
    expect(text).toBe("ImportError in circular imports\nresolution: move the types apart");
    expect(parseLesson(["failure"], text)).toEqual({
      kind: "failure",
      trigger: "ImportError in circular imports",
      resolution: "move the types apart",
    });
  });

  test("without a resolution is its trigger", () => {
    expect(formatLesson({ trigger: " a ", resolution: " " })).toBe("a");
    expect(parseLesson(["pattern"], "a")).toEqual({ kind: "pattern", trigger: "a", resolution: "" });
  });

  test("of a note that nobody wrote as a lesson has the first line as its trigger", () => {
    const lesson = parseLesson(["build", "failure"], "linker fails\nuse lld\nthen clean");
    expect(lesson).toEqual({ kind: "failure", trigger: "linker fails", resolution: "use lld\nthen clean" });
  });

  test("comes back as it was, whatever it says", () => {
    const line = fc.oneof(fc.string(), fc.constantFrom("resolution: x", " resolution:", "  RESOLUTION: y", "a"));
    const part = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n").trim());
    const trigger = part.filter((text) => text !== "");
    fc.assert(
      fc.property(
        trigger,
        part.filter((text) => text !== ""),
        (situation, resolution) => {
          const read = parseLesson(["pattern"], formatLesson({ trigger: situation, resolution }));
          expect(read).toEqual({ kind: "pattern", trigger: situation, resolution });
        },
      ),
    );
  });
});

test("only two tags make a lesson", () => {
  expect(lessonKind(["gotcha", "build"])).toBeNull();
  expect(lessonKind(["gotcha", "pattern"])).toBe("pattern");
  expect(lessonKind(["pattern", "failure"])).toBe("failure");
  expect(parseLesson(["gotcha"], "a\nresolution: b")).toBeNull();
});

test.each([
  ["ImportError of a partially initialised module", "importerror-partially-initialised-module"],
  ["a b", "a-b"],
  ["日本 123", "日本-123"],
  ["!!", "lesson"],
])("the name of %s is %s", (trigger, name) => {
  expect(lessonName(trigger)).toBe(name);
});
