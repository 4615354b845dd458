// What the reading of lines of the shell promises for any text: it never throws, its work is bounded, and a write that
// is certain is found however it is wrapped.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shellActs } from "../../src/base/shell/shell-acts.ts";
import { shellWrites } from "../../src/plan/guard/shell-writes.ts";
import { HARMLESS_LINES } from "../support/harmless-lines.ts";
import { runs } from "../support/runs.ts";

const PLACE = { directory: "/tree", root: "/tree", variables: { HOME: "/users/ada" } };
const TARGET = "/tree/src/b.ts";

const piece = fc.constantFrom(
  ..."( ) { } [ ] [[ ]] (( )) $( ) $ { } ` ' \" \\ | & ; && || > >> < << <<< <> >& &> ~ * ? ! # $ $@ $1 = : \n".split(
    " ",
  ),
  ..."if then fi for in do done while case esac function cd eval sh -c xargs find -exec {} ; rm a/b.ts x=1 EOF -i sed".split(
    " ",
  ),
  " ",
  "\r\n",
  "\0",
  "\uE000",
  "\uE001",
  "\ud800",
  "é",
);

describe("any text", () => {
  test("is read without an error, and the same twice", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 60 }).map((all) => all.join(" ")),
          fc.string(),
        ),
        (line) => {
          const { isWhole, targets } = shellWrites(line, PLACE);
          expect(shellWrites(line, PLACE)).toMatchObject({ isWhole, targets });
          for (const { path } of targets) expect(path).toMatch(/^\//);
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  test("of 16 kB is read within bounds", () => {
    const long = [
      ...[
        "(",
        "{ ",
        "$(",
        "`",
        "'",
        '"',
        "a=$a$a;",
        "f(){ f; };f;",
        "if a;then ",
        "while a;do ",
        "<(",
        "${a:-",
        "a|",
        "a&&",
      ],
      ...[
        "cd a && ",
        "[[ ",
        "{a,b}",
        "$x ",
        "rm * ",
        "eval ",
        "sh -c ",
        "for i in a b;do ",
        "case a in a) ",
        "x=1 ",
        "<<E\n",
      ],
    ];
    for (const text of long) {
      const line = text.repeat(Math.ceil(16_384 / text.length));
      const { acts, opened } = shellActs(line, { ...PLACE, isFolder: () => true });
      expect(acts.length).toBeLessThanOrEqual(512);
      expect(opened.length).toBeLessThanOrEqual(16_384);
      expect(shellWrites(line, PLACE).targets.length).toBeLessThanOrEqual(16_384);
    }
  });
});

/** Ways to write to src/b.ts from the root. */
const writing: fc.Arbitrary<string> = fc.constantFrom(
  "echo x > src/b.ts",
  "cat a >> src/b.ts",
  "tee src/b.ts < a",
  "sed -i s/a/b/ src/b.ts",
  "perl -pi -e s/a/b/ src/b.ts",
  "cp a src/b.ts",
  "mv src/b.ts /tmp/x",
  "rm -f src/b.ts",
  "dd if=a of=src/b.ts",
  "truncate -s 0 src/b.ts",
  "git checkout -- src/b.ts",
  "curl -so src/b.ts localhost",
  "ln -sf a src/b.ts",
  "npx prettier --write src/b.ts",
);
const quoted = (line: string) => `'${line.replaceAll("'", "'\\''")}'`;
const wrapper = fc.constantFrom<(line: string) => string>(
  (line) => `( ${line} )`,
  (line) => `{ ${line}; }`,
  (line) => `true && ${line}`,
  (line) => `false || ${line}`,
  (line) => `if true; then ${line}; fi`,
  (line) => `for i in 1 2; do ${line}; done`,
  (line) => `while true; do ${line}; break; done`,
  (line) => `case a in *) ${line};; esac`,
  (line) => `f() { ${line}; }; f`,
  (line) => `echo "$(${line})"`,
  (line) => `cat <(${line})`,
  (line) => `sh -c ${quoted(line)}`,
  (line) => `bash -lc ${quoted(line)}`,
  (line) => `eval ${quoted(line)}`,
  (line) => `echo ${quoted(line)} | sh`,
  (line) => `timeout 5 bash -c ${quoted(line)}`,
  (line) => `env A=1 sh -c ${quoted(line)}`,
  (line) => `sh <<'END'\n${line}\nEND\n`,
  (line) => `${line} &`,
  (line) => `npm test\n${line}\nls`,
  (line) => `npm test | grep a; ${line}`,
  (line) => `cd lib && cd .. && ${line}`,
  (line) => `! ${line}`,
);

test("a write is found however it is wrapped", () => {
  fc.assert(
    fc.property(writing, fc.array(wrapper, { maxLength: 3 }), (line, wrappers) => {
      const whole = wrappers.reduce<string>((text, wrap) => wrap(text), line);
      const { targets, isWhole } = shellWrites(whole, PLACE);
      expect(isWhole && targets.every(({ path }) => path !== TARGET) ? whole : "").toBe("");
    }),
    { numRuns: runs(3000) },
  );
});

test("a harmless line stays one however it is wrapped", () => {
  const single = HARMLESS_LINES.filter((line) => !/[\n#&]|trap|exec /.test(line));
  const plain = fc.constantFrom<(line: string) => string>(
    (line) => `(${line}\n)`,
    (line) => `sh -c ${quoted(line)}`,
    (line) => `if true; then ${line}\nfi`,
    (line) => `cd src && ${line}`,
    (line) => `timeout 60 bash -c ${quoted(line)} 2>&1 | tail -5`,
  );
  fc.assert(
    fc.property(fc.constantFrom(...single), plain, (line, wrap) => {
      const { targets, unknown, sweeping, own } = shellWrites(wrap(line), PLACE);
      expect({ line, all: [...targets, ...unknown, ...sweeping, ...own] }).toEqual({ line, all: [] });
    }),
    { numRuns: runs(1000) },
  );
});
