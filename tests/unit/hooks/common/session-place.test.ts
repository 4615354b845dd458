// Which project a folder is in, over the life of a session.

import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SessionMemory } from "../../../../src/events/session-memory.ts";
import { formatUpdates } from "../../../../src/events/session-state.ts";
import { projectAround, realPathOf } from "../../../../src/hooks/common/session-place.ts";
import { diskFiles } from "../../../../src/platform/disk-small-files.ts";
import { claimedJudge, claimedProject } from "../../../support/claimed-project.ts";
import { makeRepository } from "../../../support/git-repository.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

/** A session that looks up folders one after the other, and which of git's files are read for each. */
class Lookups {
  #lines = "";
  read: string[] = [];

  around(folder: string) {
    this.read = [];
    const files = {
      ...diskFiles,
      readText: (path: string, bytesMax: number) => {
        this.read.push(path);
        return diskFiles.readText(path, bytesMax);
      },
    };
    const { project, update } = projectAround(folder, new SessionMemory([this.#lines]), { files, judge: claimedJudge });
    if (update !== null) this.#lines += formatUpdates([update]);
    return project;
  }
}

describe("projectAround", () => {
  it("reads git's files once a repository, from whichever folder it is asked for", () => {
    const root = makeRepository(join(makeFolder(), "app"), "https://example.org/acme/app.git");
    mkdirSync(join(root, "a", "b"), { recursive: true });
    const lookups = new Lookups();
    const project = claimedProject(root);
    for (const [at, folder] of ["a/b", "a", "", "a/not/there/yet"].entries()) {
      expect(lookups.around(join(root, folder))).toEqual(project);
      expect([folder, lookups.read.length > 0]).toEqual([folder, at === 0]);
    }
  });

  it("notices a repository that comes about, also within another, and one that goes", () => {
    const folder = join(makeFolder(), "app");
    mkdirSync(join(folder, "inner", "src"), { recursive: true });
    const lookups = new Lookups();
    const rootOf = () => lookups.around(join(folder, "inner", "src"))?.root ?? null;
    expect(rootOf()).toBeNull();
    makeRepository(folder);
    expect(rootOf()).toBe(folder);
    makeRepository(join(folder, "inner"));
    expect(rootOf()).toBe(join(folder, "inner"));
    rmSync(join(folder, "inner", ".git"), { recursive: true });
    expect(rootOf()).toBe(folder);
    rmSync(join(folder, ".git"), { recursive: true });
    expect(rootOf()).toBeNull();
  });

  it("passes over a .git that holds no repository", () => {
    const root = makeRepository(join(makeFolder(), "app"));
    mkdirSync(join(root, "inner", ".git"), { recursive: true });
    const lookups = new Lookups();
    for (let time = 0; time < 2; time++) expect(lookups.around(join(root, "inner"))?.root).toBe(root);
  });

  it("ends on any path", () => {
    const lookups = new Lookups();
    for (const path of ["/", `/${"x/".repeat(5000)}y`, `${makeFolder()}/${"x/".repeat(200)}y`]) {
      expect(lookups.around(path)).toBeNull();
    }
  });
});

describe("realPathOf", () => {
  it("follows links as far as there is anything", () => {
    const folder = makeFolder();
    mkdirSync(join(folder, "real"));
    symlinkSync(join(folder, "real"), join(folder, "link"));
    expect(realPathOf(join(folder, "link", "a", "b"), diskFiles)).toBe(join(folder, "real", "a", "b"));
    expect(realPathOf("/", diskFiles)).toBe("/");
    expect(realPathOf("/no-such-folder/a", diskFiles)).toBe("/no-such-folder/a");
  });
});
