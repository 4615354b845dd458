// docs/FORMAT.md says what src/engine/ does: its generated parts are what the generator writes now, and none is left
// out.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { partNames, renderFormat } from "../../scripts/format-tables.ts";
import { BODY_BYTES_MAX, ENTRY_HEADER } from "../../src/engine/log/log-layout.ts";
import { INDEX_VERSION } from "../../src/engine/segment/index-layout.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { DIRECTORY, LOG_PATH } from "../support/random-log.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/FORMAT.md", import.meta.url)), "utf8");

describe("docs/FORMAT.md", () => {
  test("is what `npm run docs` writes", () => {
    expect(renderFormat(page)).toBe(page);
  });

  test("uses every part that is generated, once", () => {
    const used = [...page.matchAll(/<!-- generated: (.+) -->/g)].map((match) => match[1]);
    expect(used.sort()).toEqual(partNames().sort());
  });

  test("has each field of the records and each limit in it", () => {
    for (const { name } of ENTRY_HEADER.fields) expect(page).toContain(`\`${name}\``);
    expect(page).toContain(BODY_BYTES_MAX.toLocaleString("en-US"));
  });

  test("names the version of the index that is written", () => {
    expect(page).toContain(`(AMRN, version ${INDEX_VERSION})`);
    expect(page).toContain(`| \`index.bin\` | AMRN ${INDEX_VERSION} | helix | yes |`);
  });

  test("would not be left as it is if a number changed", () => {
    const changed = page.replace("| 10 | 2 | u16 | `checksum` |", "| 11 | 2 | u16 | `checksum` |");
    expect(changed).not.toBe(page);
    expect(renderFormat(changed)).toBe(page);
    expect(() => renderFormat("<!-- generated: nothing -->\n<!-- end -->")).toThrow('wants a part "nothing"');
  });
});

describe("the dump in docs/FORMAT.md", () => {
  /** The bytes of the dump, put together from its lines. */
  function dumped(): Uint8Array {
    const dump = page.slice(page.indexOf("-- header"), page.indexOf("```", page.indexOf("-- header")));
    const lines = dump.split("\n").filter((line) => /^ *\d+ {2}[0-9a-f]{2}/.test(line));
    let length = 0;
    const bytes = lines.map((line) => {
      expect(Number(line.slice(0, 6))).toBe(length);
      const part = Buffer.from(line.slice(8, 8 + 12 * 3).replaceAll(" ", ""), "hex");
      length += part.length;
      return part;
    });
    return Buffer.concat(bytes);
  }

  test("is a log that opens, and says of its cuts what is so", async () => {
    const log = dumped();
    const bodies = async (length: number) => {
      const files = new MemoryFileSystem();
      files.write(LOG_PATH, log.subarray(0, length));
      const view = await openKnowledgeBase(DIRECTORY, { files }).view();
      expect(view.statistics().damageCount).toBe(0);
      return liveEntries(view).map(({ body }) => body);
    };
    const first = "[tags: gotcha]\nlinker wants arm64";
    expect(await bodies(log.length)).toEqual(["linker wants one architecture"]);
    for (let length = 58; length < 112; length++) expect(await bodies(length), `${length}`).toEqual([first]);
    expect(await bodies(136)).toEqual(["linker wants one architecture", "a note"]);
  });
});
