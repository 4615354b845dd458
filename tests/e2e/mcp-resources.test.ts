// Topics as MCP resources through the compiled server: the list and its pages, the template, the text of each, what
// there is not.

import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ResourceListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { withoutIds } from "../support/note-ids.ts";
import { writeOriginalLog } from "../support/original-log.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const RESOURCE_NOT_FOUND = -32002;
const INVALID_PARAMS = -32602;

const serve = useServers("each");
const folder = useFolders("each");

/** The names of all resources, page by page; `between` runs after each page. */
async function pagesOf(client: Client, between: (page: number) => Promise<unknown> = async () => undefined) {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { resources, nextCursor } = await client.listResources(cursor === undefined ? {} : { cursor });
    pages.push(resources.map(({ name }) => name));
    cursor = nextCursor;
    await between(pages.length);
  } while (cursor !== undefined);
  return pages;
}

/** A topic for each number, sorted by name as the numbers are. */
const topicNamed = (number: number) => `topic-${String(number).padStart(4, "0")}`;
const manyTopics = (count: number) => Array.from({ length: count }, (_, number) => topicNamed(number));

describe("resources/list", () => {
  test("a topic is a resource with its address, its entries counted and the time of the newest", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "build-gotchas", time: "2026-01-02T03:04:00.000Z", body: "newer" },
      { topic: "build-gotchas", time: "2025-12-31T23:59:00.000Z", body: "older" },
      { topic: "engine", time: "2026-01-03T00:00:00.000Z", body: "alone" },
    ]);
    expect(await helix.client.listResources()).toEqual({
      resources: [
        {
          uri: "helix://topic/build-gotchas",
          name: "build-gotchas",
          description: "2 entries",
          mimeType: "text/plain",
          annotations: { lastModified: "2026-01-02T03:04:00.000Z" },
        },
        {
          uri: "helix://topic/engine",
          name: "engine",
          description: "1 entry",
          mimeType: "text/plain",
          annotations: { lastModified: "2026-01-03T00:00:00.000Z" },
        },
      ],
    });
  });

  test("an empty knowledge base has none", async () => {
    const helix = await serve();
    expect(await helix.client.listResources()).toEqual({ resources: [] });
  });

  test("many topics come in pages, by name, each once", async () => {
    const directory = folder();
    const names = manyTopics(1203);
    writeOriginalLog(
      directory,
      [...names].reverse().map((topic) => ({ topic, body: "text" })),
    );
    const { client } = await serve({ directory });
    const pages = await pagesOf(client);
    expect(pages.map((page) => page.length)).toEqual([500, 500, 203]);
    expect(pages.flat()).toEqual(names);
  });

  test("topics that come and go between pages: those that stay are listed once, and the end is reached", async () => {
    const directory = folder();
    const names = manyTopics(1200);
    writeOriginalLog(
      directory,
      names.map((topic) => ({ topic, body: "text" })),
    );
    const helix = await serve({ directory });
    const pages = await pagesOf(helix.client, async (page) => {
      if (page !== 1) return;
      // The last name of the first page, which the cursor is made of, is gone; others come before and behind it.
      await helix.answer("edit", { action: "delete", topic: topicNamed(499), all: true });
      await helix.store("aaa", "before");
      await helix.store("topic-0700-and-a-half", "behind");
      await helix.store(topicNamed(3), "known already");
    });
    const listed = pages.flat();
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((name) => names.includes(name))).toEqual(names);
    expect(listed).toContain("topic-0700-and-a-half");
    expect(listed).not.toContain("aaa");
  });

  test("a cursor of something else is refused", async () => {
    const { client } = await serve();
    for (const cursor of ["", "500", "eyJwYWdlIjoyfQ", "\u0000"]) {
      await expect(client.listResources({ cursor })).rejects.toMatchObject({
        code: INVALID_PARAMS,
        message: expect.stringMatching(/the cursor ".*" is none of this list: begin without one$/),
      });
    }
  });

  test("a time that the protocol cannot say is left out, and the list stays whole", async () => {
    const directory = folder();
    writeOriginalLog(directory, [{ topic: "old", body: "text", minutes: -2_000_000_000 }]);
    const { client } = await serve({ directory });
    const { resources } = await client.listResources();
    expect(resources).toEqual([
      { uri: "helix://topic/old", name: "old", description: "1 entry", mimeType: "text/plain" },
    ]);
  });
});

describe("resources/templates/list", () => {
  test("one for topics, one for code, each with a variable", async () => {
    const { client } = await serve();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toEqual([
      {
        uriTemplate: "helix://topic/{name}",
        name: "topic",
        title: "Topic",
        description: "All notes of a topic, oldest first",
        mimeType: "text/plain",
      },
      {
        uriTemplate: "helix://code/{+path}",
        name: "code",
        title: "Code",
        description: "The symbols of a file of the project, or of the files of a folder, as they are now",
        mimeType: "text/plain",
      },
    ]);
  });
});

describe("resources/read", () => {
  test("gives what the tool read gives", async () => {
    const helix = await serve();
    await helix.store("build-gotchas", "arm64 only\nand more", { tags: "gotcha", source: "a.ts:1" });
    await helix.store("build-gotchas", "both steps");
    const uri = "helix://topic/build-gotchas";
    const { contents } = await helix.client.readResource({ uri });
    const [{ text, ...rest }] = contents as [{ text: string; uri: string }];
    expect(rest).toEqual({ uri, mimeType: "text/plain" });
    expect(withoutIds(text)).toBe(await helix.read("build-gotchas"));
  });

  test("names of any script, with slashes and percent signs, come back from the list", async () => {
    const names = ["a/b/c", "100%", "a%2Fb", "Ünï Topic/X", "構造/メモ", "тема?x=1#y", "..", "a b+c&d", "🧭"];
    const directory = folder();
    writeOriginalLog(
      directory,
      names.map((topic) => ({ topic, body: `text of ${topic}` })),
    );
    const { client } = await serve({ directory });
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name).sort()).toEqual([...names].sort());
    for (const { uri, name } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([{ uri, text: expect.stringContaining(`text of ${name}\n`) }]);
    }
  });

  test("a name may be written as it would be for the tools", async () => {
    const helix = await serve();
    await helix.store("Build Gotchas", "arm64 only");
    for (const uri of ["helix://topic/Build%20Gotchas", "helix://topic/Build Gotchas", "helix://topic/build/gotchas"]) {
      expect((await helix.client.readResource({ uri })).contents).toMatchObject([
        { uri, text: expect.stringContaining("1 entry in build-gotchas") },
      ]);
    }
  });

  test("a topic that there is not: the error of the protocol, with the nearest names", async () => {
    const helix = await serve();
    await expect(helix.client.readResource({ uri: "helix://topic/x" })).rejects.toMatchObject({
      code: RESOURCE_NOT_FOUND,
      message: expect.stringMatching(/: there is no topic "x": nothing is stored yet$/),
    });
    await helix.store("build-gotchas", "arm64 only");
    await expect(helix.client.readResource({ uri: "helix://topic/build-gotcha" })).rejects.toMatchObject({
      code: RESOURCE_NOT_FOUND,
      message: expect.stringMatching(/: there is no topic "build-gotcha"; nearest: build-gotchas$/),
    });
    await expect(helix.client.readResource({ uri: "helix://topic/" })).rejects.toMatchObject({
      code: RESOURCE_NOT_FOUND,
    });
  });

  test("an address of something else: the error says what addresses there are", async () => {
    const { client } = await serve();
    for (const uri of ["file:///etc/passwd", "helix://topics/a", "topic", "helix://topic"]) {
      await expect(client.readResource({ uri })).rejects.toMatchObject({
        code: RESOURCE_NOT_FOUND,
        message: expect.stringMatching(
          /: there is no resource ".*": resources are topics, helix:\/\/topic\/\{name\}, and code, helix:\/\/code\/\{\+path\}$/,
        ),
      });
    }
  });
});

describe("notifications/resources/list_changed", () => {
  test("a topic that came or went by a call is told of; a note in a known one is not", async () => {
    const helix = await serve();
    const { client } = helix;
    let told: () => void = () => undefined;
    let count = 0;
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
      count++;
      told();
    });
    const next = () => new Promise<void>((resolve) => (told = resolve));
    await helix.store("known", "a note");
    await client.listResources();
    const came = next();
    await helix.store("known", "another note");
    await helix.store("new", "a new note");
    await came;
    expect(count).toBe(1);
    expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(["known", "new"]);
    const renamed = next();
    await helix.answer("edit", { action: "rename", topic: "new", new_name: "newer" });
    await renamed;
    expect(count).toBe(2);
  });
});
