// The tree keeps its shape: layers, names, comments, lengths, links. Each rule is first tried on made-up files that
// break it, so that a rule which has gone blind fails too.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as documents from "./support/tidy/document-rules.ts";
import * as fileRules from "./support/tidy/file-rules.ts";
import * as imports from "./support/tidy/import-rules.ts";
import { blankNonCode, readFixtures, readSourceTree, type SourceFile } from "./support/tidy/source-tree.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tree = readSourceTree(root);

type Rule = (files: SourceFile[]) => string[];

/** Made-up files: each text under its path. */
function made(files: Record<string, string>): SourceFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

const longFunction = `function long() {\n${"  step();\n".repeat(69)}}\n`;

/** Each rule with files it must object to, one problem for each, and files it must accept. */
const rules: { name: string; rule: Rule; bad: Record<string, string>[]; good: Record<string, string> }[] = [
  {
    name: "imports point to lower layers only",
    rule: imports.layerProblems,
    bad: [
      { "src/platform/a.ts": 'import { b } from "../engine/log/b.ts";', "src/engine/log/b.ts": "" },
      { "src/notes/a.ts": 'import type { b } from "../code/b.ts";', "src/code/b.ts": "" },
      { "src/engine/text/a.ts": 'import { z } from "zod";' },
      { "src/base/a.ts": 'import {\n  join,\n} from "node:path";' },
      { "src/features/a.ts": 'const b = await import("../surfaces/b.ts");', "src/surfaces/b.ts": "" },
      { "src/features/a.ts": 'import { b } from "./b";', "src/features/b.ts": "" },
      { "src/features/a.ts": 'export { b } from "../../tests/b.ts";', "tests/b.ts": "" },
      { "src/base/errors.ts": 'import { b } from "../platform/b.ts";', "src/platform/b.ts": "" },
      { "src/utilities/a.ts": "" },
    ],
    good: {
      "src/main.ts": 'await import("./surfaces/a.ts");',
      "src/surfaces/a.ts": 'import { b } from "../base/b.ts"; import { z } from "zod";',
      "src/base/b.ts": 'import { c } from "./c.ts"; import { E } from "./errors.ts"; // from "../main.ts"',
      "src/engine/text/d.ts": 'import { lintSource } from "@secretlint/core";',
      "src/base/c.ts": "const sample = 'import { x } from \"../main.ts\"';",
      "src/base/errors.ts": "",
    },
  },
  {
    name: "no import cycles",
    rule: imports.cycleProblems,
    bad: [
      { "src/base/a.ts": 'import "./b.ts";', "src/base/b.ts": 'import "./c.ts";', "src/base/c.ts": 'import "./a.ts";' },
    ],
    good: {
      "src/base/a.ts": 'import "./b.ts"; import "./c.ts";',
      "src/base/b.ts": 'import "./c.ts";',
      "src/base/c.ts": "",
    },
  },
  {
    name: "no circles between folders",
    rule: imports.folderCycleProblems,
    bad: [
      {
        "src/notes/links/a.ts": 'import "../scope/b.ts";',
        "src/notes/scope/b.ts": "",
        "src/notes/scope/c.ts": 'import "../links/d.ts";',
        "src/notes/links/d.ts": "",
      },
      {
        "src/hooks/a.ts": 'import "./prompt/b.ts";',
        "src/hooks/prompt/b.ts": 'import "../c.ts";',
        "src/hooks/c.ts": "",
      },
    ],
    good: {
      "src/notes/links/a.ts": 'import "./d.ts"; import "../scope/b.ts"; import "node:path";',
      "src/notes/scope/b.ts": 'import "../store/c.ts";',
      "src/notes/store/c.ts": "",
      "src/notes/links/d.ts": "",
    },
  },
  {
    name: "no dead files",
    rule: imports.deadFileProblems,
    bad: [{ "src/main.ts": "", "src/engine/text/a.ts": "", "tests/a.test.ts": 'import "../src/text/a.ts";' }],
    good: {
      "src/main.ts": 'await import("./engine/text/a.ts");',
      "src/engine/text/a.ts": "",
      "scripts/b.ts": 'import "../src/engine/text/c.ts";',
      "src/engine/text/c.ts": "",
    },
  },
  {
    name: "only src/platform touches files",
    rule: imports.diskProblems,
    bad: [
      { "src/engine/segment/a.ts": 'import { readFileSync } from "node:fs";' },
      { "src/engine/segment/a.ts": 'import { open } from "node:fs/promises";' },
      { "src/surfaces/a.ts": 'import { readFileSync, writeSync } from "node:fs";' },
      { "src/surfaces/a.ts": 'import { dlopen } from "bun:ffi";' },
      { "src/notes/store/a.ts": "const text = await Bun.file(path).text();" },
      { "src/surfaces/a.ts": 'import { writeSync } from "node:fs";\nwriteSync(descriptor, "x");' },
    ],
    good: {
      "src/platform/a.ts": 'import { openSync } from "node:fs";\nimport { dlopen } from "bun:ffi";\nBun.mmap(path);',
      "src/main.ts": 'import { writeSync } from "node:fs";\nwriteSync(1, "x");',
      "src/notes/store/a.ts": "// Bun.file is for platform\nconst started = Bun.nanoseconds();",
    },
  },
  {
    name: "only surfaces print, pure layers see no process",
    rule: imports.printingProblems,
    bad: [
      { "src/features/a.ts": "console.log(1);" },
      { "src/notes/store/a.ts": 'process.stderr.write("x");' },
      { "src/engine/text/a.ts": "const now = process.env.HELIX_NOW;" },
      { "src/base/a.ts": "Bun.gc(true);" },
    ],
    good: {
      "src/surfaces/a.ts": 'process.stdout.write("x");',
      "src/features/a.ts": "const pid = process.pid; // console.log",
    },
  },
  {
    name: "features name the ports that they need",
    rule: imports.portProblems,
    bad: [
      { "src/features/search/a.ts": "export function search(context: FeatureContext, values: Values): void {}" },
      { "src/features/search/a.ts": "type Ports = FeatureContext & Reading;" },
    ],
    good: {
      "src/features/common/feature.ts": "export interface Feature {\n  run(context: FeatureContext): void;\n}",
      "src/features/topics/a.ts":
        'import type { FeatureContext } from "../common/feature.ts";\ntype Ports = Pick<FeatureContext, "session">;',
      "src/surfaces/a.ts": "const run = (context: FeatureContext) => context;",
    },
  },
  {
    name: "file names are kebab-case",
    rule: fileRules.nameProblems,
    bad: [
      { "src/engine/text/logReader.ts": "" },
      { "tests/unit/Text/a.test.ts": "" },
      { "src/engine/text/log_reader.ts": "" },
    ],
    good: { "src/engine/text/log-reader.ts": "", "tests/unit/a-b.test.ts": "", "docs/FORMAT.md": "" },
  },
  {
    name: "modules open with a comment of at most 15 lines",
    rule: fileRules.headerProblems,
    bad: [
      { "src/engine/text/a.ts": "export const a = 1;" },
      { "src/engine/text/a.ts": `${"// line\n".repeat(16)}` },
      { "tests/a.test.ts": "\n// late" },
    ],
    good: {
      "src/engine/text/a.ts": "// What it owns.\n",
      "scripts/b.mjs": "#!/usr/bin/env node\n// What it does.\n",
      "src/engine/text/c.ts": "/* What. */\n",
    },
  },
  {
    name: "no default exports, no export *",
    rule: fileRules.exportProblems,
    bad: [
      { "src/engine/text/a.ts": "export default 1;" },
      { "src/engine/text/a.ts": 'export * from "./b.ts";' },
      { "tests/support/a.ts": 'export * as all from "./b.ts";' },
      { "src/engine/text/a.ts": "export { a as default };" },
    ],
    good: {
      "vitest.config.ts": "export default {};",
      "src/engine/text/a.ts": '// export default\nexport const b = "export * from";',
    },
  },
  {
    name: "exported functions have a doc comment",
    rule: fileRules.docCommentProblems,
    bad: [
      { "src/engine/text/a.ts": "export function a(): void {}" },
      { "src/engine/text/a.ts": "// Not a doc comment.\nexport async function a(): Promise<void> {}" },
      { "src/engine/text/a.ts": "export const a = (b: number): number => {\n  return b;\n};" },
    ],
    good: {
      "src/engine/text/a.ts":
        "/** What. */\nexport function a(b: 1): void;\nexport function a(b: 2): void;\n/** What. */\nexport async function c() {}",
      "src/engine/text/b.ts": "export const limit = 3;\nfunction inner() {}",
      "tests/support/c.ts": "export function c() {}",
    },
  },
  {
    name: "files have at most 400 lines, functions 70",
    rule: fileRules.lengthProblems,
    bad: [
      { "src/engine/text/a.ts": "// line\n".repeat(401) },
      { "src/engine/text/a.ts": longFunction },
      { "src/engine/text/a.ts": longFunction.replace("function long()", "export const long = async (a: number) =>") },
      {
        "src/engine/text/a.ts": `class A {\n${longFunction.replace("function ", "async ").replace(/^/gm, "  ").trimEnd()}\n}\n`,
      },
      {
        "src/engine/text/a.ts": longFunction.replace(
          "long() {",
          "long({\n  a,\n}: {\n  a: number;\n}): Promise<void> {",
        ),
      },
    ],
    good: {
      "src/engine/text/a.ts": `// tidy: long because it is a table\n${"// line\n".repeat(401)}`,
      "src/engine/text/b.ts": longFunction.replace("  step();\n", ""),
      "src/engine/text/c.ts": `// tidy: long because it is one switch\n${longFunction}`,
      "tests/d.test.ts": longFunction.replace("function long()", 'describe("long", () =>').replace(/\}\n$/, "});\n"),
    },
  },
  {
    name: "no paths of a machine, no package registries",
    rule: fileRules.leakProblems,
    bad: [
      { "docs/A.md": `see ${"/ho"}me/person/notes` },
      { "src/engine/text/a.ts": `const path = "${"/wo"}rk";` },
      { ".npmrc": `registry=https://${"registry"}.npmjs.org/` },
      { "package-lock.json": `{ ${'"resolved"'}: "https://example.org/a.tgz" }` },
    ],
    good: {
      "src/engine/text/a.ts": 'const path = "/$bunfs/root/a"; // owner/work, ~/work, /tmp/work-1',
      "docs/A.md": "the registry of npm",
    },
  },
  {
    name: "relative links lead somewhere",
    rule: documents.linkProblems,
    bad: [
      { "README.md": "[a](docs/MISSING.md)" },
      { "docs/A.md": "[a](B.md#no-such-heading)", "docs/B.md": "# Heading" },
      { "README.md": "[a]: docs/MISSING.md" },
    ],
    good: {
      "README.md":
        "[a](docs/A.md) [b](docs/A.md#what-is-it) [c](docs/) [d](https://example.org/x) `[e](none.md)`\n```\n[f](none.md)\n```",
      "docs/A.md": "[up](../README.md)\n## What is `it`?\n",
    },
  },
  {
    name: "docs/ARCHITECTURE.md has a section for each folder",
    rule: documents.architectureProblems,
    bad: [{ "src/engine/text/a.ts": "", "docs/ARCHITECTURE.md": "src/engine" }],
    good: {
      "src/engine/text/a.ts": "",
      "src/main.ts": "",
      "docs/ARCHITECTURE.md": "## How is text cut? (`src/engine/`)",
    },
  },
  {
    name: "the words of the glossary are used",
    rule: documents.glossaryProblems,
    bad: [
      {
        "docs/ARCHITECTURE.md":
          "| word | means | not |\n|---|---|---|\n| deleted | gone | burial, buried |\n\nIt is buried.\n",
        "src/base/a.ts": "const deleted = 1;",
      },
      {
        "docs/ARCHITECTURE.md": "| word | means | not |\n|---|---|---|\n| deleted | gone | burial |\n",
        "src/base/a.ts": "// All burials.",
      },
    ],
    good: {
      "docs/ARCHITECTURE.md":
        "| word | means | not |\n|---|---|---|\n| deleted | gone | burial, buried |\n| note | a note | |\n",
      "src/base/a.ts": "const unburied = 1;",
      "tests/a.test.ts": "// burial",
    },
  },
  {
    name: "docs/DEPENDENCIES.md lists each dependency in its version",
    rule: documents.dependencyProblems,
    bad: [
      { "package.json": '{"dependencies": {"a": "1.0.0"}}', "docs/DEPENDENCIES.md": "" },
      { "package.json": '{"devDependencies": {"a": "1.0.0"}}', "docs/DEPENDENCIES.md": "| `a` | 1.0.1 | MIT |" },
      { "package.json": "{}", "docs/DEPENDENCIES.md": "| `a` | 1.0.1 | MIT |" },
    ],
    good: { "package.json": '{"dependencies": {"@a/b": "1.0.0"}}', "docs/DEPENDENCIES.md": "| `@a/b` | 1.0.0 | MIT |" },
  },
  {
    name: "the README has at most 130 lines",
    rule: documents.readmeProblems,
    bad: [{ "README.md": "line\n".repeat(131) }],
    good: { "README.md": "line\n".repeat(130) },
  },
];

describe.each(rules)("$name", ({ rule, bad, good }) => {
  test.each(bad.map((files) => ({ sample: JSON.stringify(files).slice(0, 90), files })))(
    "objects to $sample",
    ({ files }) => {
      expect(rule(made(files))).toHaveLength(1);
    },
  );

  test("accepts what is in order", () => {
    expect(rule(made(good))).toEqual([]);
  });

  test("holds for this tree", () => {
    expect(rule(tree)).toEqual([]);
  });
});

test("frozen files name no machine and no package registry either", () => {
  const fixtures = readFixtures(root);
  expect(fixtures.length).toBeGreaterThan(10);
  expect(fileRules.leakProblems(fixtures)).toEqual([]);
});

describe("the tree that is checked", () => {
  test("holds the code, the tests and the documents, and nothing built or frozen", () => {
    const paths = tree.map((file) => file.path);
    for (const path of [
      "package.json",
      "src/base/errors.ts",
      "tests/tidy.test.ts",
      "scripts/build.mjs",
      "docs/ARCHITECTURE.md",
      ".ci/run",
    ]) {
      expect(paths).toContain(path);
    }
    expect(paths.filter((path) => /^(?:dist|node_modules|tests\/fixtures)\//.test(path))).toEqual([]);
  });

  test.each([
    ['const a = "import x"; // from "y"', 'const a = "        ";            '],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is a template
    ["const b = `x ${call({ a: 1 })} // y`;", "const b = `  ${call({ a: 1 })}     `;"],
    ['const c = /[/"]/.test(d) / 2; /* e */', "const c = /    /.test(d) / 2;        "],
    ["const f = 'it\\'s'; g();", "const f = '     '; g();"],
  ])("is read without comments and strings: %s", (text, expected) => {
    expect(blankNonCode(text)).toBe(expected);
  });

  test("has its functions measured whatever their form", () => {
    const text = [
      "export async function one(",
      "  a: number,",
      "): Promise<{ b: number }> {",
      "  call(",
      "    a,",
      "  );",
      "}",
      "class Two {",
      "  constructor(private a: number) {",
      "    super();",
      "  }",
      "  get three(): number {",
      "    if (a) {",
      "    }",
      "    return 3;",
      "  }",
      "}",
      "const four = (",
      "  a: number,",
      ") => {",
      "};",
    ].join("\n");
    const spans = fileRules
      .functionsOf(text)
      .map(({ name, firstLine, lastLine }) => `${name} ${firstLine}-${lastLine}`);
    expect(spans).toEqual(["one 1-7", "constructor 9-11", "three 12-16", "four 18-21"]);
  });
});
