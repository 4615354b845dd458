// git's configuration format, as git itself reads it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gitConfigValue } from "../../../../src/platform/git/git-config.ts";
import { isThorough, runs } from "../../../support/runs.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

function originUrl(text: string): string | null {
  return gitConfigValue(text, "remote", "origin", "url");
}

const SAMPLES: [name: string, text: string, url: string | null][] = [
  ["plain", '[remote "origin"]\n\turl = a/b\n', "a/b"],
  ["no end of line", '[remote "origin"]\nurl=a/b', "a/b"],
  ["the last one", '[remote "origin"]\nurl = a\nurl = b\n[core]\nurl = c\n[remote "origin"]\nurl = d', "d"],
  ["other remotes", '[remote "upstream"]\nurl = x\n[remote "origin"]\nurl = a', "a"],
  ["case", '[REMOTE "origin"]\nURL = a', "a"],
  ["case of the subsection", '[remote "Origin"]\nurl = a', null],
  ["old form", "[remote.origin]\nurl = a", "a"],
  ["on the header's line", '[remote "origin"] url = a', "a"],
  ["comments", '# x\n; y\n[remote "origin"] ; z\nurl = a/b # c\n', "a/b"],
  ["quotes", '[remote "origin"]\nurl = " a # b "  \n', " a # b "],
  ["half quoted", '[remote "origin"]\nurl = a" b "c', "a b c"],
  ["escapes", '[remote "origin"]\nurl = a\\\\b\\"c\\td', 'a\\b"c\td'],
  ["continued", '[remote "origin"]\nurl = a/\\\nb\nurl2 = c', "a/b"],
  ["continued, CRLF", '[remote "origin"]\r\nurl = a/\\\r\nb\r\n', "a/b"],
  ["CRLF", '[remote "origin"]\r\n\turl = a/b\r\n', "a/b"],
  ["escaped subsection", '[remote "o\\"rigin"]\nurl = x\n[remote "o\\rigin"]\nurl = a', "a"],
  ["byte order mark", '\uFEFF[remote "origin"]\nurl = a', "a"],
  ["without a value", '[remote "origin"]\nurl\n', null],
  ["empty", '[remote "origin"]\nurl =\n', null],
  ["unknown lines", '[remote "origin"]\n!!\n= x\nurl = a', "a"],
  ["a value that looks like a section", '[core]\nx = [remote "origin"]\nurl = b', null],
  ["a continued value that looks like a section", '[core]\nx = y\\\n[remote "origin"]\nurl = b', null],
  ["an include", '[include]\npath = /etc/passwd\n[remote "origin"]\nurl = a', "a"],
  ["an open quote", '[remote "origin"]\nurl = "a\nurl = b', "b"],
  ["nothing", "", null],
];

describe("gitConfigValue", () => {
  it.each(SAMPLES)("%s", (_name, text, url) => {
    expect(originUrl(text)).toBe(url);
  });

  it("agrees with git wherever git accepts the text", () => {
    const path = join(makeFolder(), "config");
    let accepted = 0;
    for (const [name, text, url] of SAMPLES) {
      writeFileSync(path, text);
      const child = Bun.spawnSync(["git", "config", "-z", "--file", path, "--get", "remote.origin.url"]);
      // 0 has a value, 1 has none; others are errors in the text.
      if (child.exitCode !== 0 && child.exitCode !== 1) continue;
      accepted++;
      const answer = child.stdout.toString().replace(/\0$/, "") || null;
      expect([name, answer]).toEqual([name, url]);
    }
    expect(accepted).toBeGreaterThan(isThorough ? 15 : 1);
  });

  it("ends on any text", () => {
    const pieces = ["[", "]", '"', "\\", "\n", "\r", "remote", '"origin"', "url", "=", " ", "#", "a"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (list) => {
        originUrl(list.join(""));
      }),
      { numRuns: runs(2000) },
    );
    for (const piece of ["[a]", "[", '[a "', "\\", "\\\n", "url = x\\\n", '"', " ", "a = b\n"]) {
      originUrl(`[remote "origin"]\n${piece.repeat(260_000 / piece.length)}`);
    }
  });

  it("reads back what is written quoted and escaped", () => {
    const subsection = fc.constantFrom("origin", 'o"r', "o\\r");
    const value = fc.string({ unit: fc.constantFrom("a", "/", " ", '"', "\\", "#", ";", "\t", "\n"), maxLength: 12 });
    fc.assert(
      fc.property(subsection, value, (name, url) => {
        // Written as git writes it: everything quoted and escaped.
        const quoted = url.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
        const text = `[remote "${name.replace(/[\\"]/g, "\\$&")}"]\n\turl = "${quoted}"\n`;
        expect(gitConfigValue(text, "remote", name, "url")).toBe(url === "" ? null : url);
      }),
    );
  });
});
