// Which commands a line of the shell runs, with which words, where, and what the line's exit code and output tell of
// them; of hostile lines a bounded part.

import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readShell, type ShellCommand } from "../../../../src/base/shell/shell-line.ts";
import { runs } from "../../../support/runs.ts";

/** The words of each command; `?` stands for one that is not known. */
function words(line: string): string[] {
  return readShell(line).commands.map((command) => command.words.map((word) => word ?? "?").join(" "));
}

/** What is said of the command that runs `program`. */
function said(line: string, program: string): Partial<ShellCommand> {
  return readShell(line).commands.find((command) => command.written[0] === program) ?? {};
}

describe("words", () => {
  test.each([
    [`echo "a b" 'c d' e\\ f g"h"i''`, ["echo", "a b", "c d", "e f", "ghi"]],
    ["echo $'a\\tb' \"\\$x\" \\\n  --last", ["echo", "a\tb", "$x", "--last"]],
    ['echo $x "$x" *.ts {a,b} ~/x $(date) `date`', ["echo", null, null, null, null, null, null, null]],
    ["echo a=b # c", ["echo", "a=b"]],
    ["npm test > log 2>&1 < in", ["npm", "test"]],
    ["cat <<'EOF'\nmake\nEOF", ["cat"]],
    ["npm test\r\n", ["npm", "test"]],
  ])("%s", (line, expected) => {
    expect(readShell(line).commands.at(-1)?.words).toEqual(expected);
  });

  test("what the shell replaces is written as it stands", () => {
    expect(said('"$ROOT"/gradlew build $X', "$ROOT/gradlew").written).toEqual(["$ROOT/gradlew", "build", "$X"]);
  });

  test("are those that a real shell gives the program", () => {
    const word = fc.string({ unit: fc.constantFrom(..."ab $'\"\\\n;|&()<>*#~{}!é".split("")), maxLength: 8 });
    const quoted = (text: string, how: number) => {
      if (how === 0) return `'${text.replaceAll("'", "'\\''")}'`;
      if (how === 1) return `"${text.replace(/["\\$`]/g, "\\$&")}"`;
      return text === "" ? "''" : text.replace(/\n|([^\na-zé])/g, (unit) => (unit === "\n" ? "'\n'" : `\\${unit}`));
    };
    const list = fc.array(fc.tuple(word, fc.nat(2)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(list, (given) => {
        const line = `printf '%s\\0' ${given.map(([text, how]) => quoted(text, how)).join(" ")}`;
        const texts = given.map(([text]) => text);
        expect(execFileSync("/bin/sh", ["-c", line], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual(texts);
        expect(readShell(line).commands[0]?.words.slice(2)).toEqual(texts);
      }),
      { numRuns: runs(60), seed: 7 },
    );
  });
});

describe("every command that runs", () => {
  test.each([
    ["a && b || c; d | e & f", ["a", "b", "c", "d", "e", "f"]],
    ["(a; { b; }); ! c", ["a", "b", "c"]],
    ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
    ["while a; do b; done; until c; do d; done", ["a", "b", "c", "d"]],
    ["for x in 1 2; do a $x; done; case $x in 1) b;; *) c;; esac", ["a ?", "b", "c"]],
    ['x=$(a); b "$(c `d`)" <(e) > >(f)', ["a", "d", "c ?", "e", "f", "b ? ?"]],
    ["cat <<EOF\n$(a)\nEOF", ["a", "cat"]],
    ["f() { a; }; b; f; f", ["b", "a", "a"]],
    ["[[ -f x ]] && ((x++)) && a", ["a"]],
    ["x=1", []],
    ["# a", []],
  ])("%s", (line, expected) => {
    expect(words(line)).toEqual(expected);
    expect(readShell(line).isWhole).toBe(true);
  });
});

describe("programs that run another one", () => {
  test.each([
    ["timeout -k 5 60s cargo test", "cargo test"],
    ["time -p make", "make"],
    ["/usr/bin/time -f %e make", "make"],
    ["sudo -u builder -E nice -n 10 make all", "make all"],
    ["env -i -u X A=1 npm test", "npm test"],
    ["nohup stdbuf -oL make", "make"],
    ["exec -a x make", "make"],
    ["command make", "make"],
    ["npx --yes -p typescript tsc -p .", "tsc -p ."],
    ["bunx vitest run", "vitest run"],
    ["pnpm --filter web exec vitest", "vitest"],
    ["pnpm dlx eslint .", "eslint ."],
    ["yarn dlx tsc", "tsc"],
    ["npm exec -- jest", "jest"],
    ["bun x tsc", "tsc"],
    ["uv run --with x pytest -q", "pytest -q"],
    ["uvx ruff check", "ruff check"],
    ["poetry run mypy src", "mypy src"],
    ["pipenv run pytest", "pytest"],
    ["pipx run black .", "black ."],
    ["bundle exec rspec", "rspec"],
    ["direnv exec . make", "make"],
    ["coverage run -m pytest", "pytest"],
    ["python3.12 -X dev -m unittest discover", "unittest discover"],
    ["xargs -n 1 -P 4 ruff check", "ruff check ?"],
    ["xargs -I{} pytest {}", "pytest {}"],
    ["sh -c 'make test'", "make test"],
    ['bash -euo pipefail -c "make $X"', "make ?"],
    ["timeout 5 bash -lc 'npx tsc'", "tsc"],
    ['eval "make" test', "make test"],
  ])("%s", (line, expected) => {
    expect(words(line)).toEqual([expected]);
  });

  test.each(["command -v tsc", "npm run build", "npx", "sudo", "bash build.sh -c x", "python -c 'make'", "uv sync"])(
    "not %s",
    (line) => expect(words(line)).toEqual([line.replaceAll("'", "")]),
  );
});

describe("what is set for a command", () => {
  test.each([
    ["cd web && make", "web"],
    ["cd a; cd b && make", "a/b"],
    ["cd /a && make", "/a"],
    ["(cd web); make", ""],
    ["cd web | cat; make", ""],
    ["cd web & make", ""],
    ["cd -P -- web && make", "web"],
    ['cd "my web" && (cd app && make)', "my web/app"],
    ["sh -c 'cd web'; make", ""],
    ["cd web && sh -c 'cd app && make'", "web/app"],
    ["f() { cd web; }; f; make", "web"],
    ["env -C web make", "web"],
    ["cd a && uv run --directory=b make", "a/b"],
    ['cd "$D" && make', null],
    ['cd "$D"; cd /a && make', "/a"],
    ["cd && make", null],
    ["cd - && make", null],
    ["cd ~/x && make", null],
    ["pushd a; popd; make", null],
  ])("its folder: %s", (line, folder) => {
    expect(said(line, "make").folder).toBe(folder);
  });

  test("its variables", () => {
    const line = 'export CI=1 X; B=2; C="$D" env E="f g" make H=1; make2';
    expect([...(said(line, "make").environment ?? [])]).toEqual([
      ["CI", "1"],
      ["C", null],
      ["E", "f g"],
    ]);
    expect([...(said(line, "make2").environment ?? [])]).toEqual([["CI", "1"]]);
  });
});

describe("what follows when it fails", () => {
  test.each([
    ["make", "decides"],
    ["a && make && b", "decides"],
    ["a; make", "decides"],
    ["make; a", "hidden"],
    ["make &", "hidden"],
    ["make || a", "hidden"],
    ["make || false", "decides"],
    ["make || exit 1; a", "decides"],
    ["make || { a; exit 1; }; b", "decides"],
    ["make || exit 0", "hidden"],
    ["(make || exit 1); a", "hidden"],
    ["! make", "negated"],
    ["make | a", "piped"],
    ["(b && make) | a", "piped"],
    ["make | a; b", "hidden"],
    ["set -o pipefail; make | a", "decides"],
    ["set -e; make; a", "decides"],
    ["set -e; set +e; make; a", "hidden"],
    ["set -e; if make; then a; fi", "hidden"],
    ["set -e; make && a; b", "hidden"],
    ["set -e; (make; a); b", "decides"],
    ["set -e; make | a", "piped"],
    ["bash -e -c 'make; a' && b", "decides"],
    ["bash -e -c 'make; a' || b", "hidden"],
    ["set -e; sh -c 'make; a'", "hidden"],
    ["{ make; }", "decides"],
    ["if make; then a; fi", "hidden"],
    ["for x in a; do make; done", "hidden"],
    ["x=$(make)", "hidden"],
  ])("%s", (line, failure) => {
    expect(said(line, "make").failure).toBe(failure);
  });

  test.each([
    ["a || make", true],
    ["if a; then make; fi", true],
    ["while a; do make; done", true],
    ["for x in $X; do make; done", false],
    ["for x; do make; done", true],
    ["case a in b) make;; esac", true],
    ["if make; then a; fi", false],
    ["a && make", false],
    ["a || b && make", false],
  ])("whether it may never run: %s", (line, isConditional) => {
    expect(said(line, "make").isConditional).toBe(isConditional);
  });
});

describe("where its output goes", () => {
  test.each([
    ["make 2>&1", false, []],
    ["make > log", true, []],
    ["make &>> log", true, []],
    ["make 2> /dev/null", true, []],
    ["make >&2 < in", false, []],
    ["make 3> log", false, []],
    ["make > /dev/stderr", false, []],
    ["make > >(tee log) 2>&1", false, []],
    ["(a; make) > log", true, []],
    ["x=$(make)", true, []],
    ["make | tee log | LC_ALL=C grep x", false, ["tee", "grep"]],
    ["(a; make |& /bin/cat) | (b)", false, ["cat", ""]],
  ])("%s", (line, isRedirected, pipedInto) => {
    expect(said(line, "make")).toMatchObject({ isRedirected, pipedInto });
  });
});

describe("a line that is broken or beyond the bounds is read in part, and says so", () => {
  test.each([
    ["no closing quote", "make 'a", ["make a"]],
    ["no closing bracket", "(make", ["make"]],
    ["operators without commands", "&& || ; |", []],
    ["a keyword alone", "make; fi", ["make"]],
    ["too long", `make;${" ".repeat(20_000)}a`, ["make"]],
    ["too many commands", "make;".repeat(100), Array(64).fill("make")],
    ["too many brackets", `make; ${"(".repeat(100)}a${")".repeat(100)}`, ["make"]],
    ["too many shells", `make; ${"eval ".repeat(9)}a`, ["make"]],
    ["a function that calls itself", "make; f() { f; }; f", ["make"]],
    ["function headers without end", `make; ${"{f() ".repeat(3000)}`, ["make"]],
  ])("%s", (_, line, expected) => {
    const { commands, isWhole } = readShell(line);
    expect(commands.map((command) => command.written.join(" "))).toEqual(expected);
    expect(isWhole).toBe(false);
  });
});
