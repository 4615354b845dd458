// Pages of an answer: each block once, whole where it fits, within the budget.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LONGEST_PAGE, type PageRequest } from "../../../../src/features/common/page-request.ts";
import { PagedText, pageOfLines } from "../../../../src/features/common/paged-text.ts";

const request = (bytes: number, page: number): PageRequest => ({ ...LONGEST_PAGE, bytes, page, isAsked: true });

/** All pages of the same blocks, and the closing lines taken off. */
function pagesOf(blocks: readonly (readonly string[])[], bytes: number, closing: readonly string[]) {
  const pages: { text: string; lines: string[]; begun: number; isLast: boolean }[] = [];
  for (let page = 1; ; page++) {
    const answer = new PagedText({ page: request(bytes, page) }, closing);
    let begun = 0;
    for (const block of blocks) {
      const place = answer.add(block);
      if (place === "full") break;
      if (place === "here") begun++;
    }
    const text = answer.text(blocks.length);
    const all = text.split("\n");
    const isLast = !/^\.\.\. .*: page=\d+$/.test(all.at(-1)!);
    pages.push({ text, lines: all.slice(0, all.length - closing.length - (isLast ? 0 : 1)), begun, isLast });
    if (isLast) return pages;
  }
}

const line = fc.integer({ min: 1, max: 700 }).map((length) => "x".repeat(length));
const block = fc.array(line, { minLength: 1, maxLength: 6 });

describe("pages", () => {
  test("hold each block once, in order, within the budget", () => {
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 800, max: 9000 }),
        (made, bytes) => {
          const blocks = made.map((lines, at) => [`#${at}#`, ...lines]);
          const pages = pagesOf(blocks, bytes, ["the end"]);
          for (const { text } of pages) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
          expect(pages.flatMap(({ lines }) => lines).join("")).toBe(blocks.flat().join(""));
          expect(pages.reduce((sum, { begun }) => sum + begun, 0)).toBe(blocks.length);
        },
      ),
    );
  });

  test("cut no block that fits into a page", () => {
    const short = fc.array(line, { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(
        fc.array(short, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 2000, max: 9000 }),
        (made, bytes) => {
          const blocks = made.map((lines, at) => [`#${at}#`, ...lines, `#end ${at}#`]);
          for (const { lines } of pagesOf(blocks, bytes, [])) {
            expect(lines.filter((each) => /^#\d/.test(each)).length).toBe(
              lines.filter((each) => /^#e/.test(each)).length,
            );
          }
        },
      ),
    );
  });

  test("cut a long line between characters, and keep its indent", () => {
    const pages = pagesOf([[`  ${"漢".repeat(2000)}`]], 1000, []);
    expect(pages.length).toBeGreaterThan(6);
    for (const { lines } of pages) for (const each of lines) expect(each).toMatch(/^ {2}漢+$/);
    expect(pages.flatMap(({ lines }) => lines.map((each) => each.trim())).join("")).toBe("漢".repeat(2000));
  });

  test("a block behind the page is not asked for", () => {
    const answer = new PagedText({ page: request(800, 1) });
    let made = 0;
    answer.addEach(
      Array.from({ length: 50_000 }, (_, at) => at),
      (at) => {
        made++;
        return [`line ${at}`];
      },
    );
    expect(answer.text(50_000)).toMatch(/\n\.\.\. \d+ more: page=2$/);
    expect(made).toBeLessThan(100);
  });

  test("lines that are made late are made only for the page", () => {
    const answer = new PagedText({ page: request(800, 3) });
    const made: number[] = [];
    for (let at = 0; at < 60; at++) {
      const make = () => {
        made.push(at);
        return [`${at} short`];
      };
      if (answer.add([`${at} ${"long".repeat(10)}`], make) === "full") break;
    }
    expect(made.length).toBeGreaterThan(2);
    expect(made[0]).toBeGreaterThan(10);
    expect(answer.text(60)).toMatch(new RegExp(`^${made[0]} short\n`));
  });

  test("a section's lines stand on top of each page that it goes on to", () => {
    const page = (number: number) => {
      const answer = new PagedText({ page: request(800, number) });
      for (const section of ["first:", "second:"]) {
        answer.section(section);
        answer.addEach([1, 2, 3, 4, 5, 6, 7, 8], (at) => [`  ${section}${at} ${"x".repeat(100)}`]);
      }
      return answer
        .text(16)
        .split("\n")
        .map((each) => each.replace(/ x+$/, ""));
    };
    expect(page(1)).toEqual(["first:", ...[1, 2, 3, 4].map((at) => `  first:${at}`), "... 12 more: page=2"]);
    expect(page(2)).toEqual(["first:", ...[5, 6, 7, 8].map((at) => `  first:${at}`), "... 8 more: page=3"]);
    expect(page(3).slice(0, 2)).toEqual(["second:", "  second:1"]);
    expect(page(4).slice(0, 2)).toEqual(["second:", "  second:5"]);
  });

  test("newest last: the page is turned round, the first page has the newest", () => {
    const page = (number: number) => {
      const answer = new PagedText({ page: request(800, number) }, ["9 in all"], { newestLast: true });
      answer.addEach([9, 8, 7, 6, 5, 4, 3, 2, 1], (at) => [`${at} ${"x".repeat(150)}`]);
      return answer.text(9, (count) => `${count} older`).replace(/ x+$/gm, "");
    };
    expect(page(1)).toBe("7\n8\n9\n9 in all\n... 6 older: page=2");
    expect(page(3)).toBe("1\n2\n3\n9 in all");
  });

  test("one too many: an error that says how many there are", () => {
    const text = "one line\n".repeat(200);
    expect(() => pageOfLines(text, { page: request(800, 99) })).toThrow(
      /^there is no page 99: the answer has \d pages of 200 tokens$/,
    );
    expect(() => pageOfLines("a line", { page: request(800, 2) })).toThrow(
      "there is no page 2: the answer has 1 page of",
    );
  });
});
