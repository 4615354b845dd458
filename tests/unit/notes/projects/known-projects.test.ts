// projects.json: what is noted is there, whoever notes at once, and it stays small.

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isKnownFolder, PROJECTS_BYTES_MAX } from "../../../../src/notes/projects/known-projects.ts";
import { KnownProjects } from "../../../../src/notes/projects/known-projects-file.ts";
import type { FoundProject } from "../../../../src/notes/projects/project.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const DIRECTORY = "/kb";
const id = (number: number) => number.toString(16).padStart(40, "0");
const project = (remote: string, folder = `${remote.split("/").at(-1)}-1a2b3c4d`): FoundProject => ({
  root: `/src/${folder}`,
  folder,
  remote,
  gitDirectory: `/src/${folder}/.git`,
  common: `/src/${folder}/.git`,
  isOwn: true,
});

function known() {
  const files = new MemoryFileSystem();
  return { files, projects: new KnownProjects(files, DIRECTORY) };
}
const text = (files: MemoryFileSystem) => Buffer.from(files.map(join(DIRECTORY, "projects.json"))).toString();

describe("what is noted", () => {
  it("is there for the remote in any case, for hooks too, and can be taken back", async () => {
    const { files, projects } = known();
    const shop = project("acme/shop");
    expect(projects.wants(shop, 0)).toBe(true);
    await projects.record(shop, [id(1)], 1000);
    await projects.record(project("Acme/Shop", "other-00000000"), [id(2)], 1001);
    expect(projects.of("ACME/shop")).toEqual({
      remote: "acme/shop",
      folders: [
        { key: "other-00000000", common: "/src/other-00000000/.git" },
        { key: "shop-1a2b3c4d", common: "/src/shop-1a2b3c4d/.git" },
      ],
      commits: [id(1)],
      minutes: 1000,
    });
    expect(projects.wants(shop, 1001)).toBe(false);
    expect(projects.wants(shop, 1000 + 24 * 60)).toBe(true);
    expect(isKnownFolder(text(files), shop)).toBe(true);
    expect(isKnownFolder(text(files), project("acme/shop", "third-00000000"))).toBe(false);
    expect(isKnownFolder(text(files), project("acme/engine", "shop-1a2b3c4d"))).toBe(false);
    expect(await projects.forget(shop)).toBe(true);
    expect(await projects.forget(shop)).toBe(false);
    expect(isKnownFolder(text(files), shop)).toBe(false);
  });

  it.each([
    null,
    "",
    "{",
    "[]",
    "null",
    '{"version":1}',
    '{"version":1,"projects":[null]}',
    '{"version":1,"projects":[{}]}',
  ])("is nothing in a file with %j", (content) => {
    expect(isKnownFolder(content, project("acme/shop"))).toBe(false);
    const { files, projects } = known();
    if (content === null) return;
    files.write(join(DIRECTORY, "projects.json"), new Uint8Array(Buffer.from(content)));
    expect(projects.of("acme/shop")).toBeNull();
  });

  it("is bounded: remotes, folders and commits, the first commits staying", async () => {
    const { files, projects } = known();
    for (let at = 0; at < 40; at++) {
      await projects.record(project("acme/shop", `shop-${id(at).slice(-8)}`), [id(at)], at * 24 * 60);
    }
    const { folders, commits } = projects.of("acme/shop")!;
    expect(folders).toHaveLength(32);
    expect(commits).toEqual([...[39, 38, 37, 36, 35, 34, 33, 32], ...[3, 2, 1, 0]].map(id));
    const long = "x".repeat(190);
    await projects.record(project(`acme/${long}489`), [id(489)], 489);
    // What 489 more would have written before it.
    const [last, ...others] = JSON.parse(text(files)).projects;
    const many = Array.from({ length: 490 }, (_, at) => ({ ...last, remote: `acme/${long}${489 - at}` }));
    const content = JSON.stringify({ version: 1, projects: [...many, ...others] });
    files.write(join(DIRECTORY, "projects.json"), new Uint8Array(Buffer.from(content)));
    expect(projects.of("acme/shop")).not.toBeNull();
    for (let at = 490; at < 510; at++) await projects.record(project(`acme/${long}${at}`), [id(at)], at);
    expect(projects.of(`acme/${long}509`)).not.toBeNull();
    expect(projects.of("acme/shop")).toBeNull();
    expect(JSON.parse(text(files)).projects).toHaveLength(500);
    expect(text(files).length).toBeLessThan(PROJECTS_BYTES_MAX);
  });

  it("is whole when many note at once", async () => {
    const { files, projects } = known();
    const another = new KnownProjects(files, DIRECTORY);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => [projects, another][at % 2]!.record(project(`acme/r${at}`), [id(at)], at)),
    );
    for (let at = 0; at < 20; at++) expect(projects.of(`acme/r${at}`)?.commits).toEqual([id(at)]);
  });
});
