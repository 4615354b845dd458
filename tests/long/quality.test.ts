// `npm run quality` from its arguments to its figures, with the compiled binary, on sets of a few documents.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DATED_SETS } from "../../quality/dated/dated-set.ts";
import { JUDGED_PROJECTS } from "../../quality/hooks/judged-events.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { helixBinary, repositoryRoot } from "../support/helix-binary.ts";
import { TIMEOUT_SCALE } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const makeFolder = useFolders("each");

function quality(cwd: string, ...words: string[]) {
  return run(cwd, "--binary", helixBinary(), ...words);
}

function run(cwd: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(repositoryRoot, "quality", "main.ts"), ...words],
    {
      cwd: repositoryRoot,
      env: { PATH: process.env.PATH, HOME: cwd, INIT_CWD: cwd, TMPDIR: cwd, HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE },
      encoding: "utf8",
    },
  );
  return { status, stdout, stderr };
}

const jsonLines = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** A set in which document `n` of `count` alone holds the word of query `n`, and all hold another. */
function writeSet(folder: string, count: number): void {
  mkdirSync(folder);
  const numbers = Array.from({ length: count }, (_, at) => at);
  const word = (at: number) => `word${String.fromCharCode(97 + at)}`;
  const corpus = numbers.map((at) => ({
    id: `d/${at}`,
    topic: `Topic ${at % 2}`,
    text: `${word(at)} shared 1999-01-01`,
  }));
  const queries = numbers.map((at) => ({ id: `q${at}`, text: `${word(at)} topic:` }));
  writeFileSync(join(folder, "corpus.jsonl"), jsonLines(corpus));
  writeFileSync(join(folder, "queries.jsonl"), jsonLines([...queries, { id: "all", text: "shared" }]));
  const grades = [...numbers.map((at) => `q${at}\td/${at}\t1`), ...numbers.map((at) => `all\td/${at}\t1`)];
  writeFileSync(join(folder, "qrels.tsv"), `${grades.join("\n")}\n`);
}

interface Printed {
  readonly sets: readonly {
    readonly documents: number;
    readonly queries: number;
    readonly rows: readonly { readonly system: string; readonly figures: { readonly recall10: number } }[];
  }[];
  readonly differences: readonly { readonly ndcg10: number; readonly p: number }[];
}

describe("npm run quality", () => {
  test("finds each document as the one that it is, by default and by the words alone", () => {
    const folder = makeFolder();
    writeSet(join(folder, "set"), 10);
    const { status, stdout, stderr } = quality(folder, "set", "--no-peers", "--json", "--against", helixBinary());
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { sets, differences } = JSON.parse(stdout) as Printed;
    expect(sets[0]).toMatchObject({ documents: 10, queries: 11 });
    const [byDefault, plain, ...others] = sets[0]!.rows;
    expect(byDefault).toMatchObject({ system: "helix", figures: { recall10: 1 } });
    expect(plain).toMatchObject({ system: "helix, words alone", figures: { recall10: 1 } });
    expect(others.map(({ system }) => system)).toEqual(["the other helix", "the other helix, words alone"]);
    expect(differences).toEqual([expect.objectContaining({ ndcg10: 0, p: 1 })]);
  });

  test("makes a set of a repository and prints a table", () => {
    const folder = makeFolder();
    const repository = makeRepository(join(folder, "sample"));
    const names = ["lexer", "parser", "printer", "linker", "loader"];
    for (const name of names) writeFileSync(join(repository, `${name}.ts`), `export function ${name}() {}\n`);
    git(repository, "add", "-A");
    git(repository, "commit", "-q", "-m", "first");
    git(repository, "tag", "old");
    for (const name of names) {
      writeFileSync(join(repository, `${name}.ts`), "changed\n");
      git(repository, "commit", "-q", "-a", "-m", `rewrite of the ${name}`);
    }
    const { status, stdout, stderr } = quality(folder, "--git", "sample", "--at", "old", "--no-peers");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("sample: 5 documents, 5 queries; files at ");
    expect(stdout).toMatch(/\| helix +\| 1\.000 \| 1\.000 \| +1\.000 \| +1\.000 \|/);
  });

  test("asks the dated sets", () => {
    const { status, stdout } = quality(makeFolder(), "--dated", "--json");
    expect(status).toBe(0);
    const { dated } = JSON.parse(stdout) as {
      dated: { set: (typeof DATED_SETS)[number]; system: string; lasting: number; newest: number; queries: object }[];
    };
    expect(dated.map(({ set, system }) => `${set}: ${system}`)).toEqual(
      DATED_SETS.flatMap((set) => [`${set}: helix`, `${set}: helix, recency off`]),
    );
    for (const { set, lasting, newest, queries } of dated) {
      const count = { shop: 20, stations: 24, library: 12 }[set];
      expect(queries).toEqual({ lasting: count, newest: count });
      // Every answer is found: what is looked at is its place.
      expect(Math.min(lasting, newest)).toBeGreaterThan(0.25);
    }
    // Series are what recency is for, and it must not delete what holds.
    for (const set of DATED_SETS) {
      const [on, off] = dated.filter((row) => row.set === set);
      expect(on!.newest).toBeGreaterThan(off!.newest + 0.2);
      expect(on!.lasting).toBeGreaterThan(off!.lasting - 0.1);
    }
  });

  test("runs the judged events, through the server and as processes", () => {
    const { status, stdout, stderr } = quality(makeFolder(), "--hooks", "--json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { hooks } = JSON.parse(stdout) as {
      hooks: {
        project: string;
        processes: number;
        same: number;
        figures: { hook: string; precision: number; recall: number }[];
      }[];
    };
    expect(hooks.map(({ project }) => project)).toEqual([...JUDGED_PROJECTS]);
    for (const { processes, same, figures } of hooks) {
      // A process that gets no time to run falls silent after 100 ms; that is no other answer.
      expect(same).toBeGreaterThan(processes * 0.8);
      const all = figures.find(({ hook }) => hook === "all")!;
      expect(Math.min(all.precision, all.recall)).toBeGreaterThan(0.5);
    }
  });

  test("asks which prompts get pointers to the code of a repository", () => {
    const folder = makeFolder();
    const repository = makeRepository(join(folder, "sample"));
    const names = ["eviction", "invoice", "backoff", "scheduler", "tokenizer", "linker"];
    const words: Record<string, string> = {
      eviction: "oldest cache entries limit",
      invoice: "billing total amount rounding",
      backoff: "retry delay jitter attempt",
      scheduler: "pending timers queue deadline",
      tokenizer: "unicode words lexer boundary",
      linker: "object symbols archive relocation",
    };
    for (const name of names) {
      const lines = Array.from({ length: 3 }, (_, at) => `// ${words[name]}\nexport function ${name}${at}() {}\n`);
      writeFileSync(join(repository, `${name}.ts`), lines.join(""));
    }
    git(repository, "add", "-A");
    git(repository, "commit", "-q", "-m", "first");
    git(repository, "tag", "old");
    for (const name of names) {
      writeFileSync(join(repository, `${name}.ts`), "changed\n");
      git(repository, "commit", "-q", "-a", "-m", `${name}: ${words[name]} corrected`);
    }
    const { status, stdout, stderr } = quality(folder, "--hooks", "--code", "sample", "--at", "old", "--json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { pointers } = JSON.parse(stdout) as {
      pointers: { name: string; results: { forms: object[]; others: number; silence: number }[] }[];
    };
    expect(pointers).toMatchObject([
      { name: "helix", results: [{ forms: [{ form: "messages", prompts: 6 }, {}, {}] }] },
    ]);
    expect(pointers[0]!.results[0]!.forms[0]).toMatchObject({ spoken: 1, first: 1 });
    expect(pointers[0]!.results[0]!.silence).toBeGreaterThan(0.95);
  });

  test("counts the lines of a repository's files by language", () => {
    const folder = makeFolder();
    const repository = makeRepository(join(folder, "sample"));
    writeFileSync(join(repository, "a.ts"), "export function a() {\n  return 1;\n}\n");
    writeFileSync(join(repository, "b.md"), "# B\r\n\r\ntext");
    git(repository, "add", "-A");
    git(repository, "commit", "-q", "-m", "both");
    const { status, stdout, stderr } = run(folder, "--code-lines", "sample");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(
      /\| Markdown +\| +1 \| +3 \| +1 \| +0 \| +\| +\|\n\| TypeScript +\| +1 \| +3 \| +1 \| +1 \| +100\.0 \|/,
    );
    expect(stdout).toMatch(/\nwrong=0\n$/);
    const data = JSON.parse(run(folder, "--code-lines=sample", "--json").stdout) as object;
    expect(data).toMatchObject({ repositories: 1, byLanguage: { TypeScript: { files: 1, lines: 3 } }, wrong: [] });
    const refused = run(folder, "--code-lines", ".");
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toMatch(/^helix: .*there is no git repository with HEAD; .*e\.g\. .*\n$/);
  });

  test.each([
    [["missing"], /^helix: .*missing is no judged set, corpus\.jsonl is missing: .*e\.g\. .*\n$/],
    [["--git", "."], /^helix: .*there is no git repository, or no git; .*\n$/],
    [["--quick"], /^helix: there is no option --quick: .*\n$/],
    [["--hooks", "--binary", "no-such-program"], /^helix: there is no .*no-such-program; .*\n$/],
  ])("%j is refused in one line", (words, message) => {
    const { status, stdout, stderr } = quality(makeFolder(), ...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });
});
