// Completion of topic names through the compiled server: for the resource template and for the prompt `brief`.

import type { CompleteRequest } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { writeOriginalLog } from "../support/original-log.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const INVALID_PARAMS = -32602;

type Reference = CompleteRequest["params"]["ref"];
const TEMPLATE: Reference = { type: "ref/resource", uri: "helix://topic/{name}" };
const BRIEF: Reference = { type: "ref/prompt", name: "brief" };

const serve = useServers("each");
const folder = useFolders("each");

async function completed({ client }: Served, value: string, ref: Reference = TEMPLATE) {
  const name = ref.type === "ref/prompt" ? "topic" : "name";
  return (await client.complete({ ref, argument: { name, value } })).completion;
}

const at = (day: number, topic: string) => ({ topic, time: `2026-01-0${day}T00:00:00.000Z`, body: "text" });

describe("completion/complete", () => {
  test("names that begin so come first, the most recently changed of them first, then those that are near", async () => {
    const helix = await serve();
    await helix.load([at(1, "engine"), at(3, "engine-core"), at(2, "engines"), at(4, "game-engine"), at(5, "network")]);
    expect(await completed(helix, "engine")).toEqual({
      values: ["engine-core", "engines", "engine", "game-engine"],
      total: 4,
      hasMore: false,
    });
    expect((await completed(helix, "net")).values).toEqual(["network"]);
    expect((await completed(helix, "netwrok")).values).toEqual(["network"]);
    expect(await completed(helix, "zzzz")).toEqual({ values: [], total: 0, hasMore: false });
  });

  test("nothing typed: all of them, the most recently changed first", async () => {
    const helix = await serve();
    await helix.load([at(1, "a"), at(3, "b"), at(2, "c")]);
    expect((await completed(helix, "")).values).toEqual(["b", "c", "a"]);
    expect((await completed(helix, "  ")).values).toEqual(["b", "c", "a"]);
  });

  test("case, accents and white space do not matter; other scripts are completed too", async () => {
    const directory = folder();
    writeOriginalLog(
      directory,
      ["Ünï Topic/X", "build-gotchas", "構造メモ", "a/b/c"].map((topic) => ({ topic, body: "text" })),
    );
    const helix = await serve({ directory });
    for (const [typed, name] of [
      ["Build Go", "build-gotchas"],
      ["BUILD", "build-gotchas"],
      ["uni", "Ünï Topic/X"],
      ["ünï topic", "Ünï Topic/X"],
      ["構造", "構造メモ"],
      ["a/b", "a/b/c"],
    ] as const) {
      expect((await completed(helix, typed)).values[0], typed).toBe(name);
    }
  });

  test("at most 100 come at once, with how many there are", async () => {
    const directory = folder();
    const topics = Array.from({ length: 250 }, (_, number) => ({ topic: `topic-${number}`, body: "text" }));
    writeOriginalLog(directory, topics);
    const helix = await serve({ directory });
    const { values, total, hasMore } = await completed(helix, "topic-");
    expect({ count: values.length, total, hasMore }).toEqual({ count: 100, total: 250, hasMore: true });
    expect(await completed(helix, "topic-249")).toMatchObject({ values: expect.arrayContaining(["topic-249"]) });
  });

  test("the prompt's topic is completed in the same way", async () => {
    const helix = await serve();
    await helix.load([at(1, "engine"), at(2, "network")]);
    expect(await completed(helix, "eng", BRIEF)).toEqual({ values: ["engine"], total: 1, hasMore: false });
  });

  test("what a value of any length or kind is near to is found without harm", async () => {
    const helix = await serve();
    await helix.store("engine", "text");
    for (const value of ["x".repeat(1_000_000), "\u0000\u001b[31m", "%00", "🧭", "-", "[(*+?^$", "__proto__"]) {
      expect((await completed(helix, value)).hasMore).toBe(false);
    }
  });

  test.each<[string, Reference, string, RegExp]>([
    [
      "a template",
      { type: "ref/resource", uri: "helix://topic/engine" },
      "name",
      /no resource template "helix:\/\/topic\/engine"; there are: helix:\/\/topic\/\{name\}, helix:\/\/code\/\{\+path\}$/,
    ],
    ["a variable", TEMPLATE, "topic", /no argument "topic" to complete; there is: name$/],
    [
      "a prompt",
      { type: "ref/prompt", name: "greet" },
      "name",
      /no prompt "greet"; there are: brief, resume, context, explore$/,
    ],
    ["an argument", BRIEF, "query", /no argument "query" to complete; there is: topic$/],
    [
      "an argument of a prompt without",
      { type: "ref/prompt", name: "resume" },
      "topic",
      /no argument "topic" to complete; it has none$/,
    ],
  ])("%s that there is not is an error that names those there are", async (_, ref, name, message) => {
    const { client } = await serve();
    await expect(client.complete({ ref, argument: { name, value: "" } })).rejects.toMatchObject({
      code: INVALID_PARAMS,
      message: expect.stringMatching(message),
    });
  });
});
