// The section for an instruction file: added, brought up to date, taken out, and nothing else of the file touched.

import fc from "fast-check";
import { expect, test } from "vitest";
import { ECONOMY_SECTION, withoutSection, withSection } from "../../../../src/clients/claude-code/economy-section.ts";

const [BEGIN, END] = [ECONOMY_SECTION[0]!, ECONOMY_SECTION.at(-1)!];
const text = fc
  .array(fc.oneof(fc.string(), fc.constantFrom("# Shop", "", BEGIN.slice(1))))
  .map((lines) => lines.join("\n"));

test("any text has the section once, behind what it held", () => {
  fc.assert(
    fc.property(text, (before) => {
      const after = withSection(before, "CLAUDE.md");
      expect(after.startsWith(before)).toBe(true);
      expect(after.split(BEGIN)).toHaveLength(2);
      expect(withSection(after, "CLAUDE.md")).toBe(after);
    }),
  );
});

test("a text is the same again when the section is taken out, whether its last line is ended or not", () => {
  fc.assert(
    fc.property(text, fc.constantFrom("", "\n"), fc.constantFrom("\n", "\r\n"), (given, end, newline) => {
      const before = `${given.replaceAll("\r", "")}${end}`.replaceAll("\n", newline);
      expect(withoutSection(withSection(before, "CLAUDE.md"), "CLAUDE.md")).toBe(before);
    }),
  );
});

test("an older section is replaced where it is, with the file's own line breaks", () => {
  const old = `# Shop\r\n\r\n${BEGIN}\r\nold words\r\n${END}\r\n\r\n## More\r\n`;
  const now = withSection(old, "CLAUDE.md");
  expect(now).toBe(`# Shop\r\n\r\n${ECONOMY_SECTION.join("\r\n")}\r\n\r\n## More\r\n`);
  expect(withoutSection(now, "CLAUDE.md")).toBe("# Shop\r\n\r\n## More\r\n");
});

test("a file with other marks is refused, and one without a section has none to take out", () => {
  for (const marks of [BEGIN, END, `${END}\n${BEGIN}`, `${BEGIN}${END}${BEGIN}${END}`]) {
    expect(() => withSection(`a\n${marks}\n`, "CLAUDE.md")).toThrow(/CLAUDE\.md has the marks.*nothing was changed/);
  }
  expect(withoutSection("# Shop\n", "CLAUDE.md")).toBeNull();
});
