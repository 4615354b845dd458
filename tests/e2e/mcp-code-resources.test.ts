// Code as MCP resources through the compiled server: the outline of a file or a folder by its path, completion of
// paths, what there is not.

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { putFiles } from "../support/code-ports.ts";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const RESOURCE_NOT_FOUND = -32002;
const INVALID_PARAMS = -32602;

const serve = useServers("each");
const folder = useFolders("each");

const FILES = {
  "src/cache.ts": "export class Cache {\n  get(key: string) {}\n}\n",
  "src/deep/odd name#1?.ts": "export function odd() {}\n",
  "src/deep/100%.ts": "export function full() {}\n",
  "docs/cache.md": "# Cache\n",
  ".env": "KEY=1\n",
};

async function inRepository(files: Readonly<Record<string, string>> = FILES) {
  const root = makeRepository(join(folder(), "shop"));
  putFiles(root, files);
  return { root, helix: await serve({ cwd: root, home: folder() }) };
}

async function outline({ client }: Served, path: string): Promise<string> {
  const uri = `helix://code/${path}`;
  const { contents } = await client.readResource({ uri });
  expect(contents).toMatchObject([{ uri, mimeType: "text/plain" }]);
  return (contents as { text: string }[])[0]!.text;
}

async function completed({ client }: Served, value: string, name = "path"): Promise<string[]> {
  const ref = { type: "ref/resource", uri: "helix://code/{+path}" } as const;
  return (await client.complete({ ref, argument: { name, value } })).completion.values;
}

describe("helix://code/PATH", () => {
  test("a file: its outline, as the tool gives it, and as the file is now", async () => {
    const { root, helix } = await inRepository();
    const text = await outline(helix, "src/cache.ts");
    expect(text).toBe(await helix.answer("code", { action: "outline", path: "src/cache.ts" }));
    expect(text).toContain("  1-3  export class Cache\n    2  get(key: string)");
    putFiles(root, { "src/cache.ts": "export class Store {}\n" });
    expect(await outline(helix, "src/cache.ts")).toContain("  1  export class Store");
  });

  test("a folder, the whole project; names with signs of addresses, escaped or not", async () => {
    const { helix } = await inRepository();
    expect(await outline(helix, "src")).toContain("src/cache.ts  (TypeScript, 3 lines)\n  1-3 class Cache");
    expect(await outline(helix, "")).toBe(await helix.answer("code", { action: "outline" }));
    for (const path of ["src/deep/odd%20name%231%3F.ts", "src%2Fdeep%2Fodd%20name%231%3F.ts"])
      expect(await outline(helix, path)).toContain("export function odd()");
    for (const path of ["src/deep/100%25.ts", "src/deep/100%.ts"])
      expect(await outline(helix, path)).toContain("export function full()");
  });

  test("what is left out anywhere in the project is not said of a folder alone", async () => {
    const { root, helix } = await inRepository();
    symlinkSync("cache.md", join(root, "docs", "same.md"));
    expect((await outline(helix, "")).split("\n")).toContain("left out: 1 link");
    expect((await outline(helix, "src")).split("\n")).toContain("in the whole project: left out: 1 link");
  });

  test("what there is not, what is never read, and what lies outside", async () => {
    const { root, helix } = await inRepository();
    const refused = async (path: string) =>
      helix.client.readResource({ uri: `helix://code/${path}` }).then(
        () => null,
        (error: { code: number; message: string }) => [error.code, error.message.replace(/^.*?: /, "")],
      );
    expect(await refused("src/cahce.ts")).toEqual([
      RESOURCE_NOT_FOUND,
      'there is no file "src/cahce.ts" that is read; nearest: src/cache.ts, docs/cache.md',
    ]);
    expect(await refused(".env")).toEqual([
      RESOURCE_NOT_FOUND,
      '".env" is never read, because it may hold credentials',
    ]);
    for (const path of ["../other.ts", "..%2Fother.ts", "/etc/passwd", "%2Fetc%2Fpasswd"])
      expect(await refused(path)).toEqual([
        RESOURCE_NOT_FOUND,
        `"helix://code/${decodeURIComponent(path)}" leads out of ${root}: give a file in it, e.g. helix://code/src/main.ts`,
      ]);
    for (const path of ["%1B%5B31m", "src/%00%07.ts"])
      expect(await refused(path)).toEqual([
        RESOURCE_NOT_FOUND,
        `there is no file "helix://code/${path}" that is read: give the address of one, e.g. helix://code/src/main.ts`,
      ]);
    const { client } = await serve();
    await expect(client.readResource({ uri: "helix://code/a.ts" })).rejects.toMatchObject({
      code: RESOURCE_NOT_FOUND,
      message: expect.stringMatching(/^[^\n]+$/),
    });
  });

  test("no outline is longer than answers may be, and the last line says how to go on", async () => {
    const many = Array.from({ length: 4000 }, (_, at) => `export function somethingOfThatName${at}() {}`).join("\n");
    const { helix } = await inRepository({ "src/many.ts": many });
    const text = await outline(helix, "src/many.ts");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(80_000);
    expect(text).toMatch(/\n\.\.\. \d+ more symbols: code action="outline" path="src\/many.ts" budget=20000 page=2$/);
  });
});

describe("completion of paths", () => {
  test("folder by folder, then files of that name; what is never read is not offered", async () => {
    const { helix } = await inRepository();
    await helix.answer("code", { action: "index" });
    expect(await completed(helix, "")).toEqual(["docs/", "src/"]);
    expect(await completed(helix, "sr")).toEqual(["src/"]);
    expect(await completed(helix, "src/")).toEqual(["src/cache.ts", "src/deep/"]);
    expect(await completed(helix, "Src/C")).toEqual(["src/cache.ts"]);
    expect(await completed(helix, "cache")).toEqual(["docs/cache.md", "src/cache.ts"]);
    expect(await completed(helix, "nothing")).toEqual([]);
    await expect(completed(helix, "x", "name")).rejects.toMatchObject({
      code: INVALID_PARAMS,
      message: expect.stringMatching(/no argument "name" to complete; there is: path$/),
    });
  });
});
