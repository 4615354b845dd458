// Attempts to write beyond the limits of a task, as data: what is tried, and what becomes of it. docs/GUARD.md has them
// as a table; tests/hostile/guard-bypass-*.test.ts try each.

import type { Outcome } from "./bypass-world.ts";

/** An attempt by a line of the shell. */
export interface LineRow {
  readonly name: string;
  readonly line: string;
  readonly outcome: Outcome;
  /** A program without which it cannot be tried. */
  readonly needs?: string;
  /** What must be there behind an attempt that was not denied, to show that it did something: a line that succeeds. */
  readonly did?: string;
}

/** An attempt by a tool that edits files. `ROOT` and `HOME` stand for the folders of the test. */
export interface EditRow {
  readonly name: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the refusal says. */
  readonly why: string;
  /** `main`: the conversation that has no task. */
  readonly by?: "main";
}

const write = (name: string, path: string, why: string, tool = "Write"): EditRow => ({
  name,
  tool,
  input: { file_path: path, content: "evil" },
  why,
});

export const EDIT_ROWS: readonly EditRow[] = [
  { ...write("Edit of a file beside the delta", "ROOT/src/b.ts", "outside of the task's delta", "Edit") },
  write("Write of a new file beside the delta", "ROOT/src/new.ts", "outside of the task's delta"),
  write("`..` that leads out of a folder of the delta", "ROOT/lib/../src/b.ts", "outside of the task's delta"),
  write("through a link within the delta", "ROOT/lib/link.ts", "outside of the task's delta"),
  write("below a linked folder within the delta", "ROOT/lib/folder/b.ts", "outside of the task's delta"),
  write("`..` behind a linked folder", "ROOT/lib/folder/../src/b.ts", "outside of the task's delta"),
  write("through another name of the root (a link to it)", "ROOT/../alias/src/b.ts", "outside of the task's delta"),
  write("a relative path", "src/b.ts", "outside of the task's delta"),
  write("a name that differs in case only", "ROOT/src/A.ts", "differs"),
  write("a name in another Unicode normal form", "ROOT/src/cafe\u0301.ts", "differs"),
  write("a file outside of the work tree", "/opt/shop/x.ts", "outside of the work tree"),
  { name: "MultiEdit", tool: "MultiEdit", input: { file_path: "ROOT/src/b.ts", edits: [] }, why: "delta" },
  { name: "NotebookEdit", tool: "NotebookEdit", input: { notebook_path: "ROOT/src/b.ipynb" }, why: "delta" },
  {
    name: "a writing tool of another MCP server",
    tool: "mcp__filesystem__write_file",
    input: { path: "ROOT/src/b.ts", content: "evil" },
    why: "delta",
  },
  {
    name: "a shell of another MCP server",
    tool: "mcp__desktop__run_command",
    input: { command: "echo evil > src/b.ts" },
    why: "delta",
  },
  { name: "PowerShell", tool: "PowerShell", input: { command: "Set-Content src/b.ts x" }, why: "use Bash" },
  write("git's hooks", "ROOT/.git/hooks/pre-commit", "git's own"),
  write("git's configuration", "ROOT/.git/config", "git's own"),
  write("the client's settings of the project", "ROOT/.claude/settings.json", "client's settings"),
  write("the client's settings of the user", "HOME/.claude/settings.json", "client's settings"),
  write("the client's servers", "ROOT/.mcp.json", "client's settings"),
  write("the marker", "HOME/.helix-guard/ROOT/active/x", "marker"),
  write("the workspace in the knowledge base", "KB/plans/workspaces/x/workspace.json", "knowledge base"),
  write("the record of calls", "KB/plans/workspaces/x/calls.jsonl", "knowledge base"),
  write("the transcript", "HOME/.claude/projects/shop/s1.jsonl", "transcript"),
  { ...write("the main conversation, which has no task", "ROOT/src/a.ts", "task of their own"), by: "main" },
];

const denied = (name: string, line: string): LineRow => ({ name, line, outcome: "denied" });
const B = "src/b.ts";

/** What is refused before it runs. */
export const DENIED_ROWS: readonly LineRow[] = [
  denied("redirection", `echo evil > ${B}`),
  denied("redirection of a group, a loop, a function", `f() { for i in 1; do { echo evil; } ; done; }; f > ${B}`),
  denied("here-document", `cat > ${B} <<'EOF'\nevil\nEOF`),
  denied("here-document to a shell", `bash <<'EOF'\necho evil > ${B}\nEOF`),
  denied("`tee`", `echo evil | tee -a ${B}`),
  denied("`sed -i`", `sed -i.bak 's/1/2/' ${B}`),
  denied("`perl -i`", `perl -pi -e 's/1/2/' ${B}`),
  denied("`ruby -i`, `awk -i inplace`", `ruby -i -pe 1 ${B} || awk -i inplace '{print 1}' ${B}`),
  denied("`cp`", `cp lib/x.ts ${B}`),
  denied("`mv` over it", `mv lib/x.ts ${B}`),
  denied("`mv` of it into the delta", `mv ${B} lib/`),
  denied("`ln -s` in its place", `ln -sf a.ts ${B}`),
  denied("a hard link to it within the delta", `ln ${B} lib/hard.ts`),
  denied("`cp -l`", `cp -l ${B} lib/hard.ts`),
  denied("`dd`", `dd if=/dev/zero of=${B} count=1`),
  denied("`truncate`", `truncate -s 0 ${B}`),
  denied("`install`", `install -m 644 lib/x.ts ${B}`),
  denied("`rm`", `rm -f ${B}`),
  denied("`find -delete`", "find src -name b.ts -delete"),
  denied("`find -exec`", "find src -name b.ts -exec rm {} +"),
  denied("`xargs`", `echo ${B} | xargs rm`),
  denied("`chmod`", `chmod +x ${B}`),
  denied("`touch` of a new file", "touch src/new.ts"),
  denied("through a link within the delta, by the shell", "echo evil > lib/link.ts"),
  denied("below a linked folder, by the shell", "echo evil > lib/folder/b.ts"),
  denied("`cd` first", "cd lib && cd ../src && echo evil > b.ts"),
  denied("`git apply`", "git apply fix.patch"),
  denied("`patch`", "patch -p1 < fix.patch"),
  denied("`git checkout -- FILE`, `git restore`", `git checkout HEAD -- ${B}; git restore ${B}`),
  denied("`git stash`, `git reset --hard`, `git clean`", "git stash; git reset --hard; git clean -fd"),
  denied("`git` from elsewhere", "cd /tmp && git -C ROOT reset --hard"),
  denied("`git --work-tree`", "cd /tmp && git --git-dir=ROOT/.git --work-tree=ROOT checkout -f"),
  denied("`GIT_WORK_TREE`", "cd /tmp && GIT_DIR=ROOT/.git GIT_WORK_TREE=ROOT git checkout -f"),
  denied("an alias of git", `git -c alias.x='!rm ${B}' x`),
  denied("`ed`, `ex`, `vi`", `printf 'a\\nevil\\n.\\nw\\n' | ed -s ${B}; ex -sc 'wq' ${B}`),
  denied("a formatter", `npx prettier --write ${B}`),
  denied("`curl -o`", `curl -so ${B} file:///etc/hostname`),
  denied("`tar -x`, `unzip`, `rsync` over the tree", "tar -xf x.tar; unzip -o x.zip; rsync -a lib/ src/"),
  denied("`sh -c`, `bash -lc`, `eval`", `bash -lc "eval 'echo evil > ${B}'"`),
  denied("`env -S`", `env -S 'rm ${B}'`),
  denied("wrappers", `timeout 5 nice setsid nohup rm ${B}`),
  denied("a quoted or escaped name of the program", `\\r"m" ${B}`),
  denied("an escaped name of the file", "echo evil > $'src/\\x62.ts'"),
  denied("a variable", `F=${B}; echo evil > "$F"`),
  denied("a place that cannot be told", 'echo evil > "$(cat name)"'),
  denied("a line piped to a shell", `echo 'echo evil > ${B}' | sh`),
  denied("`echo` after a failed `cd`", "cd /tmp/none-of-it; rm -f src/b.ts"),
  denied("a background process of the shell", `(sleep 100; echo evil > ${B}) &`),
  denied("`at`", `echo 'rm ROOT/${B}' | at now + 1 minute`),
  denied("a table of jobs", "echo '* * * * * rm x' | crontab -"),
  denied("a bind mount", "mount --bind src lib"),
  denied("a line that cannot be read to its end", `echo "evil > ${B}`),
  denied("the client's settings, by the shell", "echo {} > .claude/settings.json"),
  denied("the marker, by the shell", "rm -rf ~/.helix-guard"),
  denied("a folder above the marker", "mv ~ /tmp/elsewhere"),
  denied("the knowledge base, by the shell", "rm -rf KB/plans"),
  denied("the transcript, by the shell", "truncate -s 0 HOME/.claude/projects/shop/s1.jsonl"),
  denied("git's hooks, by the shell", "echo exit > .git/hooks/pre-commit"),
  denied("`git config`", "git config core.hooksPath lib"),
  denied("a link made and written through in one line", "ln -s ROOT/src /tmp/y && echo evil > /tmp/y/b.ts"),
  denied("another name space", `unshare -m sh -c 'rm ${B}'`),
  denied("`strace`, `taskset`", `strace -f -o /tmp/log taskset 1 rm ${B}`),
  denied("the end of helix", "pkill -9 helix"),
  denied("`helix plan release`", "helix plan release x"),
  denied("`env -u CLAUDECODE`", "env -u CLAUDECODE -u CLAUDE_CODE_SESSION_ID helix plan override x"),
  denied("`script` as a terminal", "script -qec 'helix plan release x' /dev/null"),
  denied("`expect` as a terminal", "expect -c 'spawn helix plan approve x; expect eof'"),
  denied("`setsid`", "setsid helix plan release x"),
  denied("Python's pty as a terminal", 'python3 -c \'import pty; pty.spawn(["helix", "plan", "release", "x"])\''),
  denied("`helix hooks uninstall`", "helix hooks uninstall"),
  denied("`helix run`", `helix run rm ${B}`),
];

const PY = "python3";
const found = (name: string, line: string, needs = PY): LineRow => ({ name, line, outcome: "report", needs });
const py = (text: string) => `python3 -c "${text}"`;

/** What runs, and is found when the task is reported. */
export const REPORT_ROWS: readonly LineRow[] = [
  found("Python", py("open('src/b.ts', 'w').write('evil')")),
  found("Python, a rename over it", py("import os; os.rename('lib/x.ts', 'src/b.ts')")),
  found("Python, a deletion", py("import os; os.remove('src/b.ts')")),
  found("Python, chmod", py("import os; os.chmod('src/b.ts', 0o755)")),
  found("Python, a new file", py("open('src/new.ts', 'w').write('evil')")),
  found("Python, a link in its place", py("import os; os.remove('src/b.ts'); os.symlink('a.ts', 'src/b.ts')")),
  found(
    "same size, times set back",
    py(
      "import os; s = os.stat('src/b.ts'); open('src/b.ts', 'w').write('export const b = 2;\\n'); os.utime('src/b.ts', ns=(s.st_atime_ns, s.st_mtime_ns))",
    ),
  ),
  found("Node", `node -e "require('fs').writeFileSync('src/b.ts', 'evil')"`, "node"),
  found("Perl", `perl -e 'open F, ">src/b.ts"; print F "evil"'`, "perl"),
  found("`awk` that prints into a file", `awk 'BEGIN { print "evil" > "src/b.ts" }'`, "awk"),
  found("`sed` with its command w", "sed -n 'w src/b.ts' lib/x.ts", "sed"),
  found("an npm script", "npm run evil", "npm"),
  found("`make`", "make evil", "make"),
  found("a script of the tree", "sh script.sh", "sh"),
  found("a script that the task itself wrote", "echo 'echo evil > src/b.ts' > lib/do.sh; sh lib/do.sh", "sh"),
  found("a script in a temporary folder", "T=$(mktemp); echo 'echo evil > src/b.ts' > $T; sh $T; rm $T", "sh"),
  found("an encoded line", "echo ZWNobyBldmlsID4gc3JjL2IudHM= | base64 -d | sh", "base64"),
  found("an encoded name in Python", py("open(bytes.fromhex('7372632f622e7473'), 'w').write('evil')")),
  found(
    "a hard link that another program makes",
    py("import os; os.link('src/b.ts', 'lib/h.ts'); open('lib/h.ts', 'w').write('evil')"),
  ),
  found(
    "a background process that writes at once",
    py("import os; os.fork() == 0 and open('src/b.ts', 'w').write('evil')"),
  ),
  found(
    "a bind mount by another program",
    py(
      "import subprocess; subprocess.run(['unshare', '-m', 'sh', '-c', 'mount --bind src lib && echo evil > lib/b.ts'], check=True)",
    ),
    "MOUNT",
  ),
  found(
    "git's hooks, by Python",
    py("import os; os.makedirs('.git/hooks', exist_ok=True); open('.git/hooks/post-commit', 'w').write('evil')"),
  ),
  found("git's configuration, by Python", py("open('.git/config', 'a').write('[core]\\n')")),
  found("the client's settings of the project, by Python", py("open('.claude/settings.json', 'w').write('[]')")),
  found(
    "new rules of what git ignores",
    py("open('.gitignore', 'a').write('evil/\\n'); import os; os.mkdir('evil'); open('evil/x', 'w').write('x')"),
  ),
  found(
    "rules of what git ignores, in .git",
    py("open('.git/info/exclude', 'a').write('evil/\\n'); import os; os.mkdir('evil'); open('evil/x', 'w').write('x')"),
  ),
  found(
    "`git update-index --assume-unchanged` first",
    `git update-index --assume-unchanged src/b.ts; ${py("open('src/b.ts', 'w').write('evil')")}`,
  ),
  found(
    "a commit of it",
    `${py("open('src/b.ts', 'w').write('evil')")}; git -c user.name=a -c user.email=a@b commit -qam x`,
  ),
  found("a name in another normal form, by Python", py("open('src/cafe\\u0301.ts', 'w').write('evil')")),
  found("the root under another name", py("open('../alias/src/b.ts', 'w').write('evil')")),
];

/** Attempts of more than a line: what becomes of each, as guard-bypass-beyond.test.ts tries it. */
export const BEYOND_ROWS: readonly { readonly name: string; readonly outcome: Outcome }[] = [
  { name: "a terminal played below the client", outcome: "denied" },
  { name: "hooks turned off by a program while the task is active", outcome: "denied" },
  { name: "the marker removed by a program", outcome: "report" },
  { name: "calls that no hook saw, as with hooks turned off", outcome: "report" },
  { name: "the same where the transcript moved", outcome: "report" },
  { name: "the workspace damaged by a program", outcome: "report" },
  { name: "limits that a program widened in the knowledge base", outcome: "report" },
  { name: "somebody else who writes meanwhile", outcome: "report" },
  { name: "files that git ignores", outcome: "out of reach" },
  { name: "files outside of the work tree, by a program", outcome: "out of reach" },
  { name: "a change that is taken back before the report", outcome: "out of reach" },
  { name: "a background process that writes after the report", outcome: "out of reach" },
  { name: "a forged record of the verify command", outcome: "out of reach" },
  { name: "a terminal played by a process that left the client", outcome: "out of reach" },
];
