// Which transcripts are a session's, and which session is meant where none is named.

import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { findSession, readSession, type SessionPlaces } from "../../../../src/clients/claude-code/session-files.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import type { FileSystem } from "../../../../src/platform/file-system.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let home = "";

beforeEach(() => {
  home = folder();
});

function places(more: Partial<SessionPlaces> = {}): SessionPlaces {
  return { files: diskFileSystem, home, environment: {}, directories: ["/src/shop"], ...more };
}

/** A transcript with one request. */
function put(path: string, text?: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  const usage = { input_tokens: 1, output_tokens: 2 };
  const request = {
    uuid: "u",
    parentUuid: null,
    type: "assistant",
    message: { id: path, model: "m", usage, content: [] },
  };
  writeFileSync(file, text ?? `${JSON.stringify(request)}\n`);
  return file;
}

const SHOP = ".claude/projects/-src-shop";

describe("the session", () => {
  it("that is named is found in whichever folder it began", () => {
    const path = put(".claude/projects/-elsewhere/s1.jsonl");
    expect(findSession(places(), "s1")).toEqual({ session: "s1", path });
  });

  it("is the one that the command runs in, where none is named", () => {
    put(`${SHOP}/s1.jsonl`);
    const path = put(".claude/projects/-elsewhere/s2.jsonl");
    expect(findSession(places({ environment: { CLAUDE_CODE_SESSION_ID: "s2" } }), null)).toEqual({
      session: "s2",
      path,
    });
  });

  it("is else the newest of the directory, whatever is newer elsewhere", () => {
    const ages = { s1: 10, s2: 20, s3: 30, "agent-x": 40 };
    const files: FileSystem = Object.assign(Object.create(diskFileSystem), {
      identify(path: string) {
        const changedMs = ages[basename(path, ".jsonl") as keyof typeof ages];
        return diskFileSystem.identify(path) && { inode: 1, device: 1, size: 1, changedMs };
      },
    });
    put(`${SHOP}/s1.jsonl`);
    const path = put(`${SHOP}/s2.jsonl`);
    put(".claude/projects/-src-shop-other/s3.jsonl");
    put(`${SHOP}/s2/subagents/agent-x.jsonl`);
    expect(findSession(places({ files }), null)).toEqual({ session: "s2", path });
    ages.s1 = 25;
    expect(findSession(places({ files }), null).session).toBe("s1");
  });

  it("is found below CLAUDE_CONFIG_DIR, and by a long name that the client shortens", () => {
    const long = `/${"a".repeat(300)}`;
    const path = put(`moved/projects/-${"a".repeat(199)}-x7k2/s1.jsonl`);
    const environment = { CLAUDE_CONFIG_DIR: join(home, "moved") };
    expect(findSession(places({ environment, directories: [long] }), null)).toEqual({ session: "s1", path });
    expect(() => findSession(places({ directories: [long] }), null)).toThrow(
      /no transcript of a session of this directory/,
    );
  });

  it.each(["../s1", "", "a/b", "x".repeat(200)])("is no path: %j", (given) => {
    expect(() => findSession(places(), given)).toThrow(/is no session: give the client's name of one/);
  });

  it("cannot be found without a home", () => {
    expect(() => findSession(places({ home: "" }), "s1")).toThrow(/there is no home directory/);
  });
});

describe("reading", () => {
  it("takes the main file and those of subagents, each as a conversation", () => {
    const path = put(`${SHOP}/s1.jsonl`);
    put(`${SHOP}/s1/subagents/agent-a1.jsonl`);
    put(`${SHOP}/s1/subagents/agent-a1.meta.json`, "{}");
    const { conversations, flaws } = readSession(places(), { session: "s1", path }, new Set());
    expect(conversations.map(({ agent, requests }) => [agent, requests.length])).toEqual([
      ["", 1],
      ["a1", 1],
    ]);
    expect(flaws).toEqual([]);
  });

  it("says what it could not understand, and what is gone", () => {
    const path = put(`${SHOP}/s1.jsonl`, '{"uuid":\n');
    expect(readSession(places(), { session: "s1", path }, new Set()).flaws).toEqual(["1 line could not be understood"]);
    expect(() => readSession(places(), { session: "s1", path: `${path}x` }, new Set())).toThrow(
      /cannot read .*s1\.jsonlx/,
    );
  });
});
