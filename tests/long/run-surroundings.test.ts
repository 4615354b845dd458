// What a command has from the caller of `helix run`: descriptors, limits, masks, bytes that are no text,
// closed descriptors, input. Each script runs with $RUN as env(1), which adds nothing, and as `helix run`.

import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { skipLoudly } from "../support/confined.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { fillFolder, runWords } from "../support/run-pair.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

async function bothWays(script: string, shell = "/bin/sh") {
  const run = (words: string) =>
    runWords([shell, "-c", script], {
      cwd: fillFolder(folder()),
      environment: { RUN: words, HELIX: helixBinary() },
      input: "typed\n",
    });
  return {
    plain: await run("/usr/bin/env"),
    collected: await run(`${helixBinary()} run`),
    whole: await run(`${helixBinary()} run --whole`),
  };
}

describe("in what a command is given", () => {
  test.each([
    ["a descriptor of the caller", "$RUN sh -c 'cat <&7; echo there >&8' 7<a.txt 8>eight; cat eight"],
    [
      "no descriptor more",
      "$RUN sh -c 'for n in 4 5 6 9; do { : >&$n; } 2>/dev/null && echo $n; done; echo end' 7<a.txt",
    ],
    ["the mask of new files", "umask 027; $RUN touch made; ls -l made | cut -c1-10"],
    ["a variable that is no text", "V=$(printf '\\377\\200') $RUN sh -c 'printf %s \"$V\" | od -c'"],
    ["a word that is no text", "$RUN printf %s \"$(printf 'a\\377b')\" '' | od -c"],
    ["a file's name that is no text", 'n=$(printf \'n\\351\'); $RUN touch "$n"; ls | od -c; rm "$n"'],
    ["an empty environment but the search path", 'env -i PATH="$PATH" $RUN env -u X | sort'],
    ["no search path", "unset PATH; $RUN /bin/echo found"],
    ["its standard input", "$RUN cat"],
    ["a part of its standard input", "$RUN head -c 3; cat"],
    ["a file as its standard input", "$RUN wc -l < a.txt"],
    ["input that it does not read", "head -c 300000 /dev/zero | $RUN true; echo $?"],
    ["a closed standard input", "$RUN cat - <&-; echo $?"],
    ["a closed standard output", "$RUN echo x >&-; echo $?"],
    ["a closed standard error", "$RUN sh -c 'echo x >&2; echo $?' 2>&-"],
    ["nothing but closed descriptors", "$RUN sh -c 'exit 4' <&- >&- 2>&-; echo $?"],
    ["an ignored signal", "trap '' INT; $RUN sh -c 'kill -INT $$; echo alive'"],
    ["signals as they are", "$RUN sh -c 'kill -PIPE $$'; echo $?"],
    ["a script without a first line", "printf 'echo script \"$@\"\\n' > s; chmod +x s; $RUN ./s a 'b c'"],
    ["a script of another program", "printf '#!/usr/bin/env cat\\nline\\n' > s; chmod +x s; $RUN ./s"],
    [
      "a program of the search path before others",
      "mkdir b; printf '#!/bin/sh\\necho own\\n' > b/ls; chmod +x b/ls; PATH=$PWD/b:$PATH $RUN ls x",
    ],
    [
      "a program in an empty entry of the search path",
      "printf '#!/bin/sh\\necho \"$@\"\\n' > mine; chmod +x mine; PATH=:$PATH $RUN mine ok",
    ],
    ["a limit of file sizes", "ulimit -f 1; $RUN sh -c 'head -c 100000 /dev/zero > big; echo $?'; wc -c < big"],
    ["a priority", "nice -n 3 $RUN nice"],
  ])("%s", async (_, script) => {
    const { plain, collected, whole } = await bothWays(script);
    expect(collected).toEqual(plain);
    expect(whole).toEqual(plain);
  });

  // macOS does not tell which limit the caller had.
  test.runIf(process.platform === "linux")("the limit of open files", async () => {
    const { plain, collected, whole } = await bothWays("ulimit -Sn 200; $RUN sh -c 'ulimit -Sn; ulimit -Hn'; true");
    expect(collected).toEqual(plain);
    expect(whole).toEqual(plain);
  });
});

const hasBash = existsSync("/bin/bash");
if (!hasBash) skipLoudly("there is no bash here");

test.runIf(hasBash).each(["$RUN cat <(echo substituted) <(echo twice)", "exec 3< a.txt; read -u 3 x; $RUN cat <&3"])(
  "in bash: %s",
  async (script) => {
    const { plain, collected, whole } = await bothWays(script, "/bin/bash");
    expect(collected).toEqual(plain);
    expect(whole).toEqual(plain);
  },
);

describe("what cannot be started", () => {
  test.each([
    [["no-such-program", "x"], 127, `helix run: "no-such-program": command not found`],
    [["./no-such-file", "x"], 127, `helix run: "./no-such-file": command not found`],
    [["./a.txt", "x"], 126, `helix run: "./a.txt": permission denied`],
    [["./sub", "x"], 126, `helix run: "./sub": it is a directory`],
    [["", "x"], 127, `helix run: "": command not found`],
    [["./bad", "x"], 126, `helix run: "./bad": the program that its first line names is not there`],
  ])("%j", async (words, status, line) => {
    const cwd = fillFolder(folder());
    await runWords(["sh", "-c", "printf '#!/no/such/interpreter\\n' > bad; chmod +x bad"], { cwd });
    const outcome = await runWords([helixBinary(), "run", ...words], { cwd });
    expect(outcome).toMatchObject({ status, signal: null, stdout: "" });
    expect(outcome.stderr.split("\n")).toHaveLength(2);
    expect(outcome.stderr).toContain(line);
  });
});

test("options are helix's only in front of the command", async () => {
  const cwd = folder();
  const run = (...words: string[]) => runWords([helixBinary(), ...words], { cwd });
  expect(await run("run", "echo", "--whole", "--help", "--version")).toMatchObject({
    stdout: "--whole --help --version\n",
  });
  expect(await run("--kb", cwd, "run", "echo", "--kb", "x")).toMatchObject({ status: 0, stdout: "--kb x\n" });
  expect(await run("run", "--kb", cwd, "--whole", "--", "--help")).toMatchObject({ status: 127 });
  expect(await run("run", "--help", "echo")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("USAGE helix run"),
  });
  const refused = (words: string[], line: string) =>
    run("run", ...words).then((outcome) =>
      expect(outcome).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(line) }),
    );
  await refused([], "helix run needs a COMMAND, e.g. helix run -- make test");
  await refused(["--"], "helix run needs a COMMAND");
  await refused(["--wrong", "ls"], "helix run has no option --wrong");
  await refused(["--json", "ls"], "helix run prints no data");
});
