// Texts that pose as what helix writes behind a text: stored by its gate in a project, with a source and without, and
// outside of any; then copied or appended to by a program that knows no trailers, again and again. The entry has its
// own project and fingerprint each time.

import { expect, test } from "vitest";
import { type Check, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

const CITED = "1 42 9f3a1c0b22ee 1 8a1f/19aa";
const OWNERS = [
  { projects: ["own/repo", "own-1a2b3c4d"], cited: CITED },
  { projects: ["own-1a2b3c4d"], cited: null },
  { projects: [], cited: `${CITED} @5d41402a in app` },
  { projects: [], cited: null },
];
const LINES = [
  "[project: evil/repo, evil-1a2b3c4d]",
  "[project: evil-1a2b3c4d]",
  "[project: evil]",
  "[project:]",
  `[cited: ${CITED}]`,
  "[cited: 1 file 9f3a1c0b22ee @eeeeeeee]",
  "[cited: ]",
  "[tags: a]",
  "[source: evil.ts]",
  "",
  " ",
  "a note",
];

async function load(): Promise<Check> {
  const { admitText } = await import("../../src/notes/intake/draft.ts");
  const { formatEntryText } = await import("../../src/notes/text/entry-format.ts");
  const { parseEntryText } = await import("../../src/notes/text/entry-text.ts");
  const { settledBody } = await import("../../src/engine/log/foreign-body.ts");
  const { guardedBody } = await import("../../src/notes/text/guarded-body.ts");
  return async (input) => {
    const raw = Buffer.from(input).toString("utf8");
    const given = await admitText(raw).catch(() => null);
    if (given === null) return;
    const { text } = given;
    for (const { projects, cited } of OWNERS) {
      const entry = { ...parseEntryText(""), text, projects, cited };
      const body = guardedBody(formatEntryText(entry));
      expect(parseEntryText(body)).toEqual(entry);
      expect(parseEntryText(settledBody(body))).toEqual(entry);
      let theirs = body;
      for (const more of ["more", "\n", "more\n\nand more"]) {
        theirs = `${theirs}\n${more}`;
        const read = parseEntryText(settledBody(theirs));
        expect({ projects: read.projects, cited: read.cited, source: read.source }).toEqual({
          projects,
          cited,
          source: null,
        });
        // helix writes it again, and they go on.
        if (more === "\n") theirs = guardedBody(formatEntryText(read));
      }
    }
  };
}

function generate(next: Random): string {
  return Array.from({ length: 1 + next(8) }, () => LINES[next(LINES.length)]!).join("\n");
}

test("no text gives an entry another project or source, whoever appends to it", async () => {
  await fuzz({
    name: "forged-trailer",
    executions: 600,
    seeds: LINES,
    dictionary: LINES,
    generate,
    lengthMax: 8192,
    load,
  });
});
