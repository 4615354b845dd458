// `helix run` has the effects that the command has without it: each line and each program runs twice, in two folders
// that hold the same, and exit code, signal, both outputs and all files are compared.

import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { skipLoudly } from "../support/confined.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { runLineTwice, runWords, runWordsTwice } from "../support/run-pair.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const pair = (): [string, string] => [folder(), folder()];

/** Quoting: what a rewriting of command lines gets wrong. */
const QUOTED = [
  `printf '%s\\n' "it's" 'say "hi"' it\\'s`,
  `X=1; echo "$X" '$X' \\$X "\${X}y" "\\$X"`,
  `printf '[%s]' *.txt "*.txt" s*/*; echo`,
  `printf '%s\\n' 'a\\b' "a\\\\b" a\\\\b '\\n'`,
  `printf 'first\nsecond %s\n' "third\nfourth"`,
  `cat <<'EOF' && cat <<EOF2\n$HOME 'quoted' "twice" \`x\`\nEOF\n$((1 + 2)) "$(echo sub)"\nEOF2`,
  `echo wow! "hey!" '!!' !x`,
  `cat "ünïcode ☃.txt"; echo 'ßß ☃ 🎉' "a\u0301"`,
  `printf '<%s>' '' "" a ''; echo; set -- "" x; echo $#`,
];

const LINES = [
  "cat a.txt | sort | head -2",
  "cat < a.txt > copy.txt; ls copy.txt",
  "ls nothing-here 2> error.txt; cat error.txt",
  "echo out; echo err >&2; echo out2; exit 3",
  "{ echo out; echo err >&2; } 2>&1 | cat",
  "set -e; false; echo not reached",
  "(cd sub && pwd | sed 's|.*/||'; exit 4); echo $?",
  'echo "$(cat a.txt | wc -l) lines in $(basename "$PWD" | wc -l)"',
  "for f in *.txt; do printf '%s;' \"$f\"; done; echo",
  "case abc in a*) echo yes;; *) echo no;; esac",
  "f() { echo in f \"$1\"; return 5; }; f 'a b'; echo $?",
  "true && false || echo or; ! true; echo $?",
  "mkdir -p d/e && touch d/e/f && ln -s f d/e/g && chmod 640 d/e/f",
  "rm -- -dash; ls",
  'read x; echo "got $x"; cat',
  "cat /dev/stdin | tr a-z A-Z",
  "exec 3> three.txt; echo three >&3; exec 3>&-; cat three.txt",
  "umask 077; touch private; umask",
  "export A=b; env | grep '^A='; sh -c 'echo $A'",
  "trap 'echo leaving' EXIT; exit 9",
  "printf 'no newline'",
  "printf 'crlf\\r\\nlines\\r\\n'",
  "printf '\\001\\377\\000\\200x'",
  "printf 'tab\\there' && printf '\\033[31mred\\033[0m\\n'",
  "nosuchcommand-anywhere a b",
  "/",
  "./a.txt",
  "if",
  "echo 'unfinished",
  "cat nothing-there",
  "test -t 0 || test -t 1 || test -t 2; echo $?",
  "",
  "# only a comment",
  "kill -0 $$; echo $?",
  "seq 1 5 | while read n; do echo $((n * n)); done",
  "awk 'BEGIN { print \"a\\tb\", 1/3 }'",
  "grep -c t a.txt b.txt; grep nothing a.txt",
  "find . -name '*.txt' -exec basename {} \\; | sort",
  "xargs -n1 echo item < a.txt",
  "sleep 0 & wait; echo waited",
  "echo \\\ncontinued",
  "echo a;echo b&&echo c|cat",
];

const BASH_LINES = [
  "diff <(sort a.txt) <(sort b.txt)",
  "[[ abc =~ b ]] && echo match; echo {1..4}",
  "set -o pipefail; false | true; echo $?",
  "cat <<< 'here string'; echo $'a\\tb'",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: bash reads it.
  "a=(x 'y z'); printf '%s|' \"${a[@]}\"; echo ${#a[@]}",
  "echo err > >(cat >&2); wait",
  "exec -a renamed sh -c 'echo \"$0\"'",
  "ulimit -a | grep -v processes",
];

describe("lines of the shell", () => {
  test.each([...QUOTED, ...LINES])("%j", async (line) => {
    const { plain, helix } = await runLineTwice(line, pair(), { input: "typed\nmore\n" });
    expect(helix).toEqual(plain);
  });
});

describe.runIf(existsSync("/bin/bash"))("lines of bash, where that is the user's shell", () => {
  test.each([...QUOTED, ...BASH_LINES])("%j", async (line) => {
    const { plain, helix } = await runLineTwice(line, pair(), { shell: "/bin/bash" });
    expect(helix).toEqual(plain);
  });
});
if (!existsSync("/bin/bash")) skipLoudly("there is no bash here");

test("a shell of another family is not used for lines, and neither is one that is not there", async () => {
  for (const shell of ["/usr/bin/env", "/no/such/bash", "bash", "./sh"]) {
    const { plain, helix } = await runLineTwice("echo ok", pair(), { environment: { SHELL: shell } });
    expect(helix).toEqual(plain);
  }
});

describe("programs with their words", () => {
  test.each([
    ["printf", "[%s]", "", "a b", "*", "$HOME", "`x`", "\\", "'", '"', "!", "☃", "--json", "--whole", "--", "-h"],
    ["cat", "space name.txt", "--", "-dash"],
    ["ls", "--help=no"],
    ["git", "--version"],
    ["sh", "-c", 'echo "$0:$1:$#"; exit 6', "zero", "one two"],
    ["env", "X=y", "sh", "-c", "echo $X"],
    ["printf", "line\nbreak %s\n", "a\nb"],
    ["false", "--json"],
    ["echo", "--kb", "elsewhere", "run", "--", "x"],
  ])("%j %j %j", async (...words) => {
    const { plain, helix } = await runWordsTwice(words, pair());
    expect(helix).toEqual(plain);
  });
});

test("a line that begins with a dash is a line, and no option of the shell", async () => {
  const { helix } = await runLineTwice("-n x", pair(), {});
  expect(helix).toMatchObject({ status: 127, stderr: expect.stringContaining("-n: not found") });
});

test("exit codes are the command's, all of them", async () => {
  const codes = Array.from({ length: 256 }, (_, code) => code);
  const script = `for code in ${codes.join(" ")}; do "$HELIX" run "exit $code"; echo $?; done`;
  const { stdout } = await runWords(["sh", "-c", script], { cwd: folder(), environment: { HELIX: helixBinary() } });
  expect(stdout.trim().split("\n").map(Number)).toEqual(codes);
}, 120_000);
