// The key of a remote is the same whatever way leads to the repository, and never more than one key.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { remoteKey } from "../../../../src/notes/projects/remote-key.ts";
import { parseEntryText } from "../../../../src/notes/text/entry-text.ts";

describe("remoteKey", () => {
  it.each([
    "git@github.com:owner/repo.git",
    "github.com:owner/repo",
    "https://github.com/owner/repo.git",
    "https://github.com/owner/repo/",
    "https://user:pass@github.com:8443/owner/repo.git",
    "ssh://git@github.com:22/owner/repo.git",
    "git://github.com/owner/repo.git/",
    "git+ssh://git@github.com/owner/repo",
    "git@[2001:db8::1]:owner/repo.git",
    "work-alias:owner/repo.git",
    "file:///srv/git/owner/repo.git",
    "/srv/git/owner/repo.git",
    "../owner/repo",
    "C:\\git\\owner\\repo.git",
    " https://github.com//owner/./repo.git ",
    "/srv/me/owner/repo/.git",
  ])("%s", (url) => {
    expect(remoteKey(url)).toBe("owner/repo");
  });

  it.each([
    ["https://gitlab.com/group/sub/deep/repo.git", "group/sub/deep/repo"],
    ["git@gitlab.com:group/sub/repo.git", "group/sub/repo"],
    ["ssh://host/~me/repo.git", "~me/repo"],
    ["Owner/Repo.JS", "Owner/Repo.JS"],
    ["repo.git", "repo"],
    ["https://host/a b/c%20d.git", "a-b/c-20d"],
    ["https://host/ünï/日本", "-n-/--"],
    ["git@host:a/b]\n[project: evil/repo", "a/b---project--evil/repo"],
    ["git@host:a/b, evil/repo", "a/b--evil/repo"],
    ["https://host/", null],
    ["https://host", null],
    ["../..", null],
    ["", null],
  ])("%j → %j", (url, key) => {
    expect(remoteKey(url)).toBe(key);
  });

  it("forges no second key", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom("", "git@h:", "https://h/", "/"), (text, before) => {
        const key = remoteKey(before + text);
        if (key === null) return;
        expect(key).toMatch(/^[A-Za-z0-9._~/-]{1,200}$/);
        expect(parseEntryText(`note\n[project: ${key}, x-1]`).projects).toEqual([key, "x-1"]);
      }),
    );
  });

  it("stays short", () => {
    expect(remoteKey(`git@host:${"a/".repeat(100_000)}`)).toHaveLength(200);
  });
});
