// realpath(3) of the C library, which helix asks on macOS, answers as the runtime does here.

import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemCodeOf } from "../../../src/base/errors.ts";
import { realPathOf } from "../../../src/platform/libc.ts";
import { realPath } from "../../../src/platform/real-path.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("each");

function outcome(look: (path: string) => string, path: string): string {
  try {
    return look(path);
  } catch (error) {
    return systemCodeOf(error);
  }
}

test("links, ways up, names of any letters, and what is not there", () => {
  const root = folder();
  mkdirSync(join(root, "real/e\u0301 deep"), { recursive: true });
  writeFileSync(join(root, "real/file"), "");
  symlinkSync("real", join(root, "link"));
  symlinkSync("nowhere", join(root, "dangling"));
  symlinkSync(join(root, "link/file"), join(root, "absolute"));
  const paths = ["", "link", "link/file", "link/e\u0301 deep/../file", "absolute", "real//./", "none", "none/below"];
  for (const path of [...paths, "dangling", "real/file/below"].map((each) => join(root, each)).concat("/", ".")) {
    const expected = outcome((each) => realpathSync.native(each), path);
    expect([path, outcome(realPathOf, path)]).toEqual([path, expected]);
    expect([path, outcome(realPath, path)]).toEqual([path, expected]);
  }
});

test("a loop of links and a path with NUL lead nowhere", () => {
  const root = folder();
  symlinkSync("loop", join(root, "loop"));
  for (const look of [realPath, realPathOf])
    for (const path of [join(root, "loop"), `${root}\0/x`]) expect(() => look(path)).toThrow();
});
