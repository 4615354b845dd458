// `helix code enhance` through the compiled binary; and that neither it nor `ask` is an action over MCP.

import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { startHelix } from "../support/helix-process.ts";
import { answering, PROTOCOLS, useModelServers } from "../support/model-server.ts";
import { KEY_LINE, makeRetryProject } from "../support/retry-project.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const serveModel = useModelServers();
const serveMcp = useServers("each");

let cwd = "";
let base = "";
let home = "";

beforeEach(() => {
  [cwd, base, home] = [folder(), join(folder(), "base"), folder()];
  makeRetryProject(cwd, KEY_LINE);
});

const run = (words: readonly string[], environment: Record<string, string> = {}, input = "") =>
  startHelix(words, { base, cwd, home, environment, input }).ended;

/** The same from the sources. */
const here = (words: readonly string[]) => runHelix(words, { base, cwd, environment: { HOME: home }, keepsIds: true });

describe("enhance", () => {
  const prompt = "limit the retries to three";

  test("puts code before, behind or around a prompt", async () => {
    // One of the compiled program stands for all.
    const compiled = await run(["code", "enhance", prompt]);
    const place = (...words: string[]) => here(["code", "enhance", prompt, ...words]).stdout;
    const context = "<codebase_context>\\n[\\s\\S]*?src/retry.ts[\\s\\S]*?\\n</codebase_context>";
    expect(compiled).toEqual(here(["code", "enhance", prompt]));
    expect(place()).toMatch(new RegExp(`^${context}\\n\\n${prompt}\\n$`));
    expect(place("--place=before")).toBe(place());
    expect(place("--place=after")).toMatch(new RegExp(`^${prompt}\\n\\n${context}\\n$`));
    expect(place("--place=around")).toMatch(new RegExp(`^${context}\\n\\n${prompt}\\n\\n${context}\\n$`));
    expect(place()).not.toContain("AKIAIOSFODNN7EXAMPL2");
  });

  test("needs no model and asks none; takes standard input; words that look like filters are words", async () => {
    const server = await serveModel(answering(PROTOCOLS[0]!, ["x"]));
    const { status, stdout, stderr } = await run(
      ["code", "enhance", "-"],
      { HELIX_MODEL_PROVIDER: "openai", HELIX_MODEL_URL: server.url, HELIX_MODEL_NAME: "m1" },
      `${prompt}, see lang:klingon\n`,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("limitRetries");
    expect(stdout.endsWith(`\n\n${prompt}, see lang:klingon\n`)).toBe(true);
    expect(server.connections).toBe(0);
  });

  test("without code the prompt stands alone", async () => {
    expect(here(["code", "enhance", "zyzzyva"])).toEqual({
      status: 1,
      stdout: "zyzzyva\n",
      stderr: "helix: no code matches the prompt, so it stands alone\n",
    });
  });
});

test.each(["ask", "enhance"])("over MCP %s is no action", async (action) => {
  const served = await serveMcp({ cwd });
  expect(await served.refusal("code", { action, query: "where" })).toContain(
    `action="${action}" is not accepted: give one of search, `,
  );
  const { tools } = await served.client.listTools();
  expect(JSON.stringify(tools.find(({ name }) => name === "code"))).not.toContain(`"${action}"`);
});
