// Which commands of a line print what its reader sees, and why an output stays whole by its command.

import { expect, test } from "vitest";
import { whyWholeCommand, whyWholeUnfiltered } from "../../../src/filters/policy.ts";
import { printedLine } from "../../../src/filters/printing-commands.ts";

const programs = (line: string) => printedLine(line).commands.map(({ program }) => program);

test.each([
  ["git log", ["git log"]],
  ["cd x && git -C api --no-pager log --oneline", ["git log"]],
  ["git -c color.ui=always log", ["git log"]],
  ["/usr/bin/git log", ["git log"]],
  ["npx tsc --noEmit", ["tsc"]],
  ["pnpm exec tsc -p .", ["tsc"]],
  ["bunx vitest run", ["vitest run"]],
  ["uv run pytest -q", ["pytest"]],
  ["poetry run mypy src", ["mypy"]],
  ["python -m pytest tests", ["pytest"]],
  ["python3 -m pip install x", ["pip install"]],
  ["sudo apt-get -o Dpkg::Use-Pty=0 install -y curl", ["apt-get install"]],
  ["time make -j8", ["make"]],
  ["timeout 60 cargo test", ["cargo test"]],
  ["cargo +nightly test", ["cargo test"]],
  ["FOO=1 BAR='a b' npm test", ["npm test"]],
  ["npm --prefix web run build", ["npm run build"]],
  ["npm run build 2>&1 | tail -50", ["npm run build"]],
  ["npm run build 2>&1 | tee build.log | head -20 | cat", ["npm run build"]],
  ["npm ci > /dev/null 2>&1", []],
  ["npm ci &> log.txt", []],
  ["npm ci 2>/dev/null", ["npm ci"]],
  ["git log | grep fix", ["grep"]],
  ["git log | sort | head -3", ["sort"]],
  ["git status && git log", ["git status", "git log"]],
  ["cd a && npm ci; echo done", ["npm ci"]],
  ["mkdir -p x; rm -rf y && make || true", ["make"]],
  ["X=$(git log) && make", ["make"]],
  ["docker compose -f x.yml up -d", ["docker compose up"]],
  ["docker --context c ps", ["docker ps"]],
  ["kubectl -n prod get pods", ["kubectl get"]],
  ["gh run view --log", ["gh run"]],
  ["for f in a b; do make $f; done", ["make"]],
  ["if make; then npm test; fi", ["make", "npm test"]],
  ["sh -c 'npm test'", ["npm test"]],
  ["bash build.sh", ["bash"]],
  ["./gradlew build", ["gradlew"]],
  ["(cd a && make)", ["make"]],
  ["{ make; }", ["make"]],
  ["make &", ["make"]],
  ["cat x | python", ["python"]],
  ["find . -name x | xargs wc -l", ["wc"]],
  ["echo hi", ["echo"]],
  ["echo a; echo b", ["echo"]],
  ["", []],
])("%s prints by %j", (line, expected) => {
  expect(programs(line)).toEqual(expected);
});

test("a program's name is short and plain wherever it came from", () => {
  expect(programs(`'${"x".repeat(200)}\u001b[31m' y`)).toEqual(["x".repeat(40)]);
  expect(programs("'\u00e9' y")).toEqual(["?"]);
});

test("filters are tried against the command without its options, and as it was written", () => {
  const [command] = printedLine("FOO=1 npx --yes /opt/bin/tsc -p .").commands;
  expect(command?.texts).toEqual(["tsc -p .", "/opt/bin/tsc -p ."]);
  expect(command?.given).toBe("npx --yes /opt/bin/tsc -p .");
  expect(printedLine("git -C api log").commands[0]?.texts).toEqual(["git log", "git -C api log"]);
});

test.each([
  ["git log --oneline", null],
  ["npm test", null],
  ["pytest -q", null],
  ["ls -lh", null],
  ["df -h", null],
  ["grep -v foo x", null],
  ["git log --stat", null],
  ["cargo build --message-format short", null],
  ["npm ls --json=false", null],
  ["sed -i s/a/b/ f", null],
  ["make | sed s/a/b/", null],
  ["npm run build | grep -v x | tail -5", null],
  ["patch -p1 < x", null],
  ["helix search linker", "an answer of helix itself"],
  ["make --help", "help"],
  ["npm help install", "help"],
  ["git log -h", "help"],
  ["man ls | head", "help"],
  ["npm ls --json", "JSON that was asked for"],
  ["go test -json ./...", "JSON that was asked for"],
  ["kubectl get pods -o json", "JSON that was asked for"],
  ["kubectl get pods -oyaml", "JSON that was asked for"],
  ["cargo build --message-format=json", "JSON that was asked for"],
  ["eslint -f json .", "JSON that was asked for"],
  ["ruff check --output-format=sarif", "JSON that was asked for"],
  ["docker ps --format '{{json .}}'", "JSON that was asked for"],
  ["curl -s https://x.example | jq .", "JSON that was asked for"],
  ["curl -s https://x.example | python3 -m json.tool", "JSON that was asked for"],
  ["gh api repos/x/y", "JSON that was asked for"],
  ["npm test -- --verbose", "a verbose output that was asked for"],
  ["pytest -vv", "a verbose output that was asked for"],
  ["curl -v https://x.example", "a verbose output that was asked for"],
  ["terraform plan --debug", "a verbose output that was asked for"],
  ["git diff HEAD~1", "a diff"],
  ["git -C x show", "a diff"],
  ["git log -p", "a diff"],
  ["git log --patch -3", "a diff"],
  ["git stash show -p", "a diff"],
  ["git diff | head -50", "a diff"],
  ["gh pr diff 3", "a diff"],
  ["diff -r a b", "a diff"],
  ["git show HEAD:f | sed -n 1,40p", "a diff"],
  ["cat a.ts", "the text of a file"],
  ["cat -n a.ts | sed -n 1,3p", "the text of a file"],
  ["sed -n 1,20p a.ts", "the text of a file"],
  ["head -50 a.ts", "the text of a file"],
  ["cd src && tail -n +5 a.ts | head", "the text of a file"],
  ["ls -la && cat x", "the text of a file"],
  ["awk '{print}' f", "the text of a file"],
])("%s: %s", (line, why) => {
  expect(whyWholeCommand(printedLine(line))).toBe(why);
});

test.each([
  ["grep -rn foo .", "a search"],
  ["rg foo | head", "a search"],
  ["git grep foo | sort", "a search"],
  ["make | grep foo", null],
  ["ls", null],
])("without a filter, %s: %s", (line, why) => {
  expect(whyWholeUnfiltered(printedLine(line))).toBe(why);
});
