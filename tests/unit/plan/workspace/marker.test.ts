// Markers of active workspaces: what they say, where they lie, and what is left of them.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { markedWorkspaces } from "../../../../src/plan/decision/read-held.ts";
import { MARKER_IN_SHELL, markerFolder } from "../../../../src/plan/plan-paths.ts";
import {
  allMarkers,
  markerFlaw,
  markerLine,
  markerPath,
  markersOf,
  markerText,
  prepareMarker,
  removeMarker,
} from "../../../../src/plan/workspace/marker.ts";
import { diskOnceFiles } from "../../../../src/platform/disk-once-files.ts";
import { useFolders } from "../../../support/temporary-folder.ts";
import { newWorkspace } from "../../../support/workspaces.ts";

const folder = useFolders("each");
const ID = "aaaaaaa001";

function put(home: string, project: string, text = "helix-guard 1 aaaaaaa001 s1 - /kb\n", id = ID): string {
  const path = markerPath(home, project, id);
  prepareMarker(diskOnceFiles, home, path, text).place();
  return path;
}

/** What the shell of a hook says: whether a workspace of this project may be active. */
function shellSees(home: string, project: string): boolean {
  const line = `[ -e ${MARKER_IN_SHELL} ] && echo yes || echo no`;
  const env = { HOME: home, CLAUDE_PROJECT_DIR: project, PATH: process.env.PATH ?? "" };
  return execFileSync("/bin/sh", ["-c", line], { env, encoding: "utf8" }).trim() === "yes";
}

describe("a marker", () => {
  test("says whom it holds in its first line, and in plain words how a person ends it", () => {
    const workspace = { ...newWorkspace(), marker: "/tmp/x/m", startedAt: Date.parse("2026-11-24T12:00:00Z") };
    const text = markerText(workspace, "/kb dir", "after 4 hours without a call");
    expect(text).toMatchInlineSnapshot(`
      "helix-guard 1 aaaaaaa001 s1 - /kb dir

      helix holds the main conversation of the session s1 to the limits of a task of a plan:
        001 impl-auth: Implement the login
        of the plan: ship the shop
        since 2026-11-24T12:00:00.000Z
      It ends when the task is reported, and by itself after 4 hours without a call.

      To end it yourself, type in a terminal of your own:
        helix plan release aaaaaaa001
      or delete this file:
        /tmp/x/m
      "
    `);
    expect(markerLine(text)).toEqual({ workspace: ID, session: "s1", agent: "", directory: "/kb dir" });
  });

  test("texts of plans cannot forge a line of it", () => {
    const { task } = newWorkspace();
    const workspace = {
      ...newWorkspace({ agent: "a7" }),
      of: "x\nhelix-guard 1 bbbbbbb001 s9 - /elsewhere",
      task: { ...task, objective: `\u001b[31m${"long ".repeat(400)}` },
      marker: "/tmp/x\nor not/m",
      startedAt: 0,
    };
    const lines = markerText(workspace, "/kb", "").split("\n");
    expect(lines.filter((line) => line.startsWith("helix-guard"))).toHaveLength(1);
    expect(lines.join("\n")).not.toContain("\u001b");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(600);
    expect(markerLine(lines.join("\n"))?.agent).toBe("a7");
  });

  test.each([
    "helix-guard 2 aaaaaaa001 s1 - /kb",
    "helix-guard 1 aaaaaaa001 s1 -",
    "helix-guard 1 aaaaaaa001 s1 - kb",
    "",
    "aaaaaaa001",
  ])("%j is none", (line) => expect(markerLine(line)).toBeNull());

  test("is made for its owner alone, and nothing of it is left when it is removed", () => {
    const home = folder();
    const path = put(home, "/srv/shop");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(`${home}/.helix-guard`).mode & 0o777).toBe(0o700);
    expect(readdirSync(markerFolder(home, "/srv/shop"))).toEqual([ID]);
    expect(removeMarker(diskOnceFiles, home, path)).toBe(true);
    expect(readdirSync(home)).toEqual([]);
    expect(removeMarker(diskOnceFiles, home, path)).toBe(false);
  });

  test("two of one project do not take each other away, nor do those of projects above and below", () => {
    const home = folder();
    const [first, second] = [put(home, "/srv/shop"), put(home, "/srv/shop", "x", "bbbbbbb002")];
    const above = put(home, "/srv");
    removeMarker(diskOnceFiles, home, first);
    expect(shellSees(home, "/srv/shop")).toBe(true);
    removeMarker(diskOnceFiles, home, second);
    expect(shellSees(home, "/srv/shop")).toBe(false);
    expect(shellSees(home, "/srv")).toBe(true);
    removeMarker(diskOnceFiles, home, above);
    expect(readdirSync(home)).toEqual([]);
  });

  test.each([
    "/srv/my shop",
    `/srv/"quoted" 'shop' $HOME \`id\` \\`,
    "/srv/line\nbreak",
    "/srv/läden 店",
    "/",
    `/${Array.from({ length: 14 }, () => "d".repeat(240)).join("/")}`,
  ])("the shell of a hook finds that of the project %j", (project) => {
    const home = folder();
    expect(shellSees(home, project)).toBe(false);
    const path = put(home, project);
    expect(shellSees(home, project)).toBe(true);
    expect(markersOf(diskOnceFiles, home, project)).toEqual([{ path, line: markerLine(readFileSync(path, "utf8")) }]);
    expect(allMarkers(diskOnceFiles, home).markers.map((each) => each.path)).toEqual([path]);
    removeMarker(diskOnceFiles, home, path);
    expect(shellSees(home, project)).toBe(false);
  });

  test("a path that is too long for the system leaves nothing behind", () => {
    const home = folder();
    const project = `/${Array.from({ length: 40 }, () => "d".repeat(240)).join("/")}`;
    expect(() => put(home, project)).toThrow(/ENAMETOOLONG/);
    expect(readdirSync(home)).toEqual([]);
  });

  test("a home that cannot be written is an error, and stays as it was", () => {
    const home = folder();
    writeFileSync(`${home}/.helix-guard`, "a file in its place");
    expect(() => put(home, "/srv/shop")).toThrow();
    expect(readFileSync(`${home}/.helix-guard`, "utf8")).toBe("a file in its place");
  });

  test("a project in a folder named `active` is no marker of the project above", () => {
    const home = folder();
    put(home, "/srv/active/deeper");
    expect(markersOf(diskOnceFiles, home, "/srv")).toEqual([]);
    expect(markedWorkspaces(markerFolder(home, "/srv"), "s1", diskOnceFiles)).toEqual([]);
    expect(allMarkers(diskOnceFiles, home).markers).toHaveLength(1);
  });

  test("a damaged one is found, and stops the guard from deciding", () => {
    const home = folder();
    put(home, "/srv/shop", "nothing that helix wrote");
    expect(allMarkers(diskOnceFiles, home).markers).toMatchObject([{ line: null }]);
    expect(() => markedWorkspaces(markerFolder(home, "/srv/shop"), "s1", diskOnceFiles)).toThrow("damaged");
  });

  test("drafts of a process that was killed go with the next marker", () => {
    const home = folder();
    mkdirSync(`${home}/.helix-guard`);
    // No process has such a number.
    writeFileSync(`${home}/.helix-guard/.new-4194999-1-abc`, "half");
    const path = put(home, "/srv/shop");
    expect(allMarkers(diskOnceFiles, home).markers).toHaveLength(1);
    removeMarker(diskOnceFiles, home, path);
    expect(existsSync(`${home}/.helix-guard`)).toBe(false);
  });

  test("one that is prepared does not count before it is placed, and can be dropped", () => {
    const home = folder();
    const path = markerPath(home, "/srv/shop", ID);
    const marker = prepareMarker(diskOnceFiles, home, path, "text");
    expect(markersOf(diskOnceFiles, home, "/srv/shop")).toEqual([]);
    marker.drop();
    expect(readdirSync(home)).toEqual([]);
  });
});

describe("who cannot be marked", () => {
  const place = { home: "/tmp/x", projectDirectory: "/srv/shop", directory: "/kb" };
  const actor = { session: "s1", agent: "" };
  test.each([
    [{ ...actor, session: "a b" }, place],
    [{ ...actor, session: "" }, place],
    [{ ...actor, agent: "a\nb" }, place],
    [actor, { ...place, home: "" }],
    [actor, { ...place, projectDirectory: "/srv/../shop" }],
    [actor, { ...place, projectDirectory: "shop" }],
    [actor, { ...place, directory: "/kb\nhelix-guard" }],
  ])("%j in %j", (who, where) => expect(markerFlaw(who, where)).toEqual(expect.any(String)));
  test("everybody else can", () => expect(markerFlaw(actor, place)).toBeNull());
});

test.skipIf(process.getuid?.() === 0)("a home that is closed to its user is an error", () => {
  const home = folder();
  chmodSync(home, 0o500);
  expect(() => put(home, "/srv/shop")).toThrow(/EACCES/);
  chmodSync(home, 0o700);
});
