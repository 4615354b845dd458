// `helix run`: a command must not notice helix. Each line of the shell runs with env(1) in the place of `helix run`, which
// adds nothing, then through helix, and with `--whole`.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectSame } from "./world.mjs";

/** Each line with what it must print, as latin1; null: whatever it prints without helix. */
const LINES = [
  ["an output that is read", "$RUN 'seq 9' | cat", null, "$RUN sh -c 'seq 9' | cat"],
  [
    "the signals are as they were",
    "$RUN sh -c 'kill -PIPE $$'; echo $?; $RUN sh -c 'kill -XFSZ $$'; echo $?",
    "141\n153\n",
  ],
  ["an end by a signal", "$RUN sh -c 'kill -TERM $$'; echo $?", "143\n"],
  ["a descriptor of the caller", "$RUN sh -c 'cat <&7; echo there >&8' 7<seven 8>eight; cat eight", "seven\nthere\n"],
  [
    "no descriptor more",
    "$RUN sh -c 'for n in 3 4 5 6 8 9; do { : >&$n; } 2>/dev/null && echo $n; done; echo end' 7<seven",
    null,
  ],
  ["a script without a first line", "$RUN ./script a 'b c'", "script a b c\n"],
  ["words that are no text", "$RUN printf %s \"$(printf 'a\\377b')\" ''", "a\xffb"],
  ["variables that are no text", "V=$(printf '\\351\\200') $RUN sh -c 'printf %s \"$V\"'", "\xe9\x80"],
  ["a closed standard output", "$RUN echo x >&-; echo $?", null],
];

/** The command prints until nobody reads, and says so elsewhere. */
const LEAVING = `$RUN sh -c 'trap "" PIPE; while echo more 2>&-; do sleep 0.1; done; echo noticed >&3' 3>told | true; cat told`;

function prepared(world) {
  const place = world.place();
  writeFileSync(join(place.work, "seven"), "seven\n");
  writeFileSync(join(place.work, "script"), 'echo script "$@"\n', { mode: 0o755 });
  return place;
}

function ran(world, line, words) {
  const { status, stdout, stderr } = world.shell(line, {
    place: prepared(world),
    environment: { RUN: words, SHELL: "/bin/sh" },
  });
  return { status, stdout, stderr };
}

export const runChecks = [
  ...LINES.map(([name, line, expected, plain = line]) => ({
    name: `run: ${name}`,
    run(world) {
      const without = ran(world, plain, "/usr/bin/env");
      if (expected !== null) expectSame(without.stdout, expected, "without helix");
      for (const words of [`${world.binary} run`, `${world.binary} run --whole`])
        expectSame(ran(world, line, words), without, words.replace(world.binary, "helix"));
    },
  })),
  {
    name: "run: a reader that leaves is noticed while the command goes on",
    run(world) {
      for (const words of [`${world.binary} run`, `${world.binary} run --whole`])
        expectSame(ran(world, LEAVING, words).stdout, "noticed\n", words.replace(world.binary, "helix"));
    },
  },
];
