// The command learn, as assistants of two sessions call it: shown, judged, counted, and seen in the next one's order.

import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type Outcome, runHelix } from "../support/command-line.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let cwd = "";
let base = "";

beforeEach(() => {
  cwd = folder();
  base = join(folder(), "base");
});

function learn(session: string, words: readonly string[]): Outcome {
  return runHelix(["learn", ...words], { base, cwd, keepsIds: true, environment: { CLAUDE_CODE_SESSION_ID: session } });
}

function data<Data>(session: string, words: readonly string[]): Data {
  const { stdout, stderr } = learn(session, [...words, "--json"]);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

interface Recalled {
  readonly id: string;
  readonly helped: number;
  readonly misled: number;
}

const recalled = (session: string) => data<Recalled[]>(session, ["recall", "upload", "worker", "stalls"]);
const remember = (trigger: string, resolution: string) =>
  data<{ id: string }>("one", ["remember", trigger, "--resolution", resolution]).id;

test("what helped comes first in the next session, and what misled last", () => {
  const wrong = remember("upload worker stalls with thumbnails", "restart redis every hour");
  const right = remember("upload worker stalls without sockets", "raise the descriptor limit");
  // Of one minute and one relevance, so that only judgements can tell them apart.
  const before = recalled("one").map(({ id }) => id);
  expect([...before].sort()).toEqual([wrong, right].sort());
  const evidence = `@${right}: raised the descriptor limit of the worker\n@${wrong}: restarted redis, the worker stalls`;
  const told = learn("one", ["feedback", right, "--misled", wrong, "--evidence", evidence]);
  expect({ ...told, stdout: told.stdout.split("\n")[0] }).toEqual({
    status: 0,
    stderr: "",
    stdout: "1 helped, 1 misled; 0 shown and not needed, which counts neither way",
  });
  expect(recalled("two").map(({ id, helped, misled }) => [id, helped, misled])).toEqual([
    [right, 1, 0],
    [wrong, 0, 1],
  ]);
});

test("relate: the kind stands between the two; a word that is no kind is named", () => {
  const [a, b] = [
    remember("upload worker stalls", "raise the limit"),
    remember("disk is full at night", "rotate logs"),
  ];
  expect(learn("one", ["relate", a, "breaks", b])).toEqual({
    status: 2,
    stdout: "",
    stderr:
      '[error] --kind "breaks" is not accepted: give one of co-occurs, causes, solves, similar, e.g. --kind solves\n',
  });
  expect(learn("one", ["relate", a, b, "--kind", "causes"]).stdout).toContain(`related @${a} causes @${b}, weight 1`);
  expect(learn("one", ["relate", a, "causes", b]).stdout).toContain(`strengthened @${a} causes @${b}, weight 2`);
});

test("a session that was shown nothing judges nothing, which is exit code 1", () => {
  const id = remember("upload worker stalls", "raise the descriptor limit");
  const words = ["feedback", id, "--evidence", "raised the descriptor limit of the worker"];
  expect(learn("two", words)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining(`refused @${id}: not shown to this session`),
  });
  recalled("two");
  expect(learn("two", words).status).toBe(0);
  expect(learn("two", words)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("told already for this task"),
  });
  expect(recalled("one")[0]).toMatchObject({ id, helped: 1, misled: 0 });
});

test("what search, brief and read showed in a session may be judged by it in another process, and counts as no decision of a hook", () => {
  const id = remember("upload worker stalls", "raise the descriptor limit");
  const options = { base, cwd, keepsIds: true };
  const words = ["feedback", id, "--evidence", "raised the descriptor limit of the worker"];
  for (const [session, command] of [
    ["by-search", ["search", "upload", "stalls"]],
    ["by-brief", ["brief", "lessons"]],
    ["by-read", ["read", "lessons", "--json"]],
  ] as const) {
    expect(learn(session, words).status).toBe(1);
    expect(runHelix(command, { ...options, environment: { CLAUDE_CODE_SESSION_ID: session } }).status).toBe(0);
    expect([session, learn(session, words).stdout.split(";")[0]]).toEqual([session, "1 helped, 0 misled"]);
  }
  recalled("by-recall");
  expect(runHelix(["hooks", "why", "--all"], options).stdout).not.toContain("learn");
});
