// Where a new build is taken from, and from where it is not: above all not from a repository that somebody only opened.

import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findBuild, type Surroundings } from "../../../../src/features/reload/find-build.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const user = process.getuid!();
const OTHER_USER = 12_345;

/** A folder like a checkout of helix, with a build in it. */
function checkoutFolder(root = folder()): string {
  mkdirSync(join(root, "dist"), { recursive: true });
  program(join(root, "dist", "helix"));
  writeFileSync(join(root, "package.json"), '{"name":"helix"}');
  return root;
}

function program(path: string, mode = 0o755): string {
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, mode);
  return path;
}

function builtIn(path: string): Surroundings["checkout"] {
  return { path, inode: String(statSync(path).ino) };
}

function find(more: Partial<Surroundings> = {}): string | null {
  const defaults = { environment: {}, directory: folder(), home: "", user, checkout: null };
  return findBuild({ ...defaults, ...more })?.path ?? null;
}

const named = (path: string, more: Partial<Surroundings> = {}) =>
  find({ environment: { HELIX_RELOAD_FROM: path }, ...more });

describe("HELIX_RELOAD_FROM", () => {
  test("names a file, a folder that holds helix, or a link to either", () => {
    const root = folder();
    const path = program(join(root, "helix"));
    symlinkSync(path, join(root, "file"));
    symlinkSync(root, join(root, "folder"));
    for (const name of [path, root, `${root}/`, join(root, "file"), join(root, "folder")])
      expect(named(name)).toBe(path);
  });

  test("may begin with ~/", () => {
    const home = folder();
    const path = program(join(home, "helix"));
    expect(named("~/helix", { home })).toBe(path);
    expect(() => named("~/helix")).toThrow('HELIX_RELOAD_FROM="~/helix" is not an absolute path');
    expect(() => named("~user/helix", { home })).toThrow("is not an absolute path");
  });

  test("is not looked up against the directory helix was started in", () => {
    const directory = checkoutFolder();
    expect(() => named("dist/helix", { directory })).toThrow(
      "is not an absolute path: give one, e.g. HELIX_RELOAD_FROM=~/",
    );
    expect(() => named("./dist/helix", { directory })).toThrow("is not an absolute path");
  });

  test("has to lead to something", () => {
    const root = folder();
    expect(() => named(join(root, "helix"))).toThrow(/leads nowhere: give the new build or its folder/);
    expect(() => named(root)).toThrow(/holds no helix: give the new build or its folder/);
    mkdirSync(join(root, "helix"));
    expect(() => named(root)).toThrow(/is not taken: it is not a regular file/);
  });

  test("empty is as good as none", () => {
    expect(named("")).toBe(null);
  });

  test("goes before the checkout", () => {
    const root = checkoutFolder();
    const path = program(join(folder(), "helix"));
    expect(named(path, { directory: root, checkout: builtIn(root) })).toBe(path);
  });
});

test("a link in the checkout that leads out of it is not followed, and that is said", () => {
  const root = checkoutFolder();
  const elsewhere = program(join(folder(), "helix"));
  renameSync(join(root, "dist", "helix"), join(root, "dist", "built"));
  symlinkSync(elsewhere, join(root, "dist", "helix"));
  const look = () => find({ directory: root, checkout: builtIn(root) });
  expect(look).toThrow(
    `the build at ${root}/dist/helix is not taken: it is a link that leads out of the checkout; name it where it is, e.g. HELIX_RELOAD_FROM=${elsewhere}`,
  );
  expect(named(join(root, "dist", "helix"), { directory: root, checkout: builtIn(root) })).toBe(elsewhere);
  rmSync(join(root, "dist", "helix"));
  symlinkSync("built", join(root, "dist", "helix"));
  expect(look()).toBe(join(root, "dist", "built"));
});

describe("a file that somebody else could have put there", () => {
  test.each([0o777, 0o757, 0o722])("writable by all is not taken: %o", (mode) => {
    const path = program(join(folder(), "helix"), mode);
    expect(() => named(path)).toThrow(/others may write to it; run `chmod go-w "/);
  });

  test("not executable is not taken", () => {
    const path = program(join(folder(), "helix"), 0o644);
    expect(() => named(path)).toThrow(/it is not executable; run `chmod u\+x "/);
  });

  test("of another user is not taken", () => {
    const path = program(join(folder(), "helix"));
    if (user === 0) {
      chownSync(path, OTHER_USER, OTHER_USER);
      expect(() => named(path)).toThrow(`it belongs to user ${OTHER_USER}`);
    } else {
      expect(() => named(path, { user: OTHER_USER })).toThrow(`it belongs to user ${user}`);
    }
  });

  test("writable by a group is taken only if the group is the user's own", () => {
    const path = program(join(folder(), "helix"), 0o775);
    const { gid } = statSync(path);
    const expectation = expect(() => named(path));
    if (gid === user) expectation.not.toThrow();
    else expectation.toThrow(/others may write to it/);
    if (user !== 0) return;
    chownSync(path, user, OTHER_USER);
    expect(() => named(path)).toThrow(/others may write to it/);
  });
});

describe("the checkout", () => {
  test("that the running helix was built in has the build, in it and below", () => {
    const root = checkoutFolder();
    mkdirSync(join(root, "src", "deep"), { recursive: true });
    for (const directory of [root, join(root, "src", "deep")]) {
      expect(find({ directory, checkout: builtIn(root) })).toBe(join(root, "dist", "helix"));
    }
  });

  test("is of no account elsewhere", () => {
    const root = checkoutFolder();
    expect(find({ directory: folder(), checkout: builtIn(root) })).toBe(null);
    expect(find({ directory: null, checkout: builtIn(root) })).toBe(null);
    const beside = `${root}-2`;
    mkdirSync(beside);
    expect(find({ directory: beside, checkout: builtIn(root) })).toBe(null);
    renameSync(beside, join(root, "beside"));
  });

  test("without a build says how to make one", () => {
    const root = folder();
    expect(() => find({ directory: root, checkout: builtIn(root) })).toThrow(
      `there is no build at ${root}/dist/helix: make one with \`npm run build\``,
    );
  });
});

describe("a hostile repository", () => {
  test("that looks like helix's own is not taken, whatever it holds", () => {
    const own = checkoutFolder();
    const hostile = checkoutFolder();
    copyFileSync(join(own, "package.json"), join(hostile, "package.json"));
    expect(find({ directory: hostile, checkout: builtIn(own) })).toBe(null);
    expect(find({ directory: hostile })).toBe(null);
  });

  test("at the very path the running helix was built at is not taken", () => {
    const parent = folder();
    const path = checkoutFolder(join(parent, "helix"));
    const checkout = builtIn(path);
    renameSync(path, join(parent, "moved"));
    checkoutFolder(path);
    expect(find({ directory: path, checkout })).toBe(null);
    expect(find({ directory: join(parent, "moved"), checkout })).toBe(null);
  });

  test("that is reached through a link to itself named like the checkout is not taken", () => {
    const own = checkoutFolder();
    const hostile = checkoutFolder();
    symlinkSync(own, join(hostile, "helix"));
    expect(find({ directory: hostile, checkout: builtIn(own) })).toBe(null);
  });
});
