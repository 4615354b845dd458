// MCP's own conformance suite against the compiled binary, behind a bridge since the suite speaks HTTP only. The suite
// is fetched when it is needed (see fetched-package.ts); which scenarios are run, and why others are not, stands in
// conformance-scenarios.ts.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  CONFORMANCE_LEFT_OUT,
  CONFORMANCE_NOTES,
  CONFORMANCE_RUN,
  translateForHelix,
} from "../support/conformance-scenarios.ts";
import { type FetchedPackage, fetchedPackage } from "../support/fetched-package.ts";
import { type HttpBridge, startHttpBridge } from "../support/http-bridge.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const SUITE: FetchedPackage = { name: "@modelcontextprotocol/conformance", version: "0.1.16", asOf: "2026-11-20" };

const suite = await fetchedPackage(SUITE);
const serve = useServers("all", "compiled");
const folder = useFolders("all");
let bridge: HttpBridge;
let results = "";

/** Runs the suite's program; the bridge answers meanwhile. */
async function runSuite(...words: string[]): Promise<{ status: number; output: string }> {
  const child = spawn(process.execPath, [join(suite!, "dist", "index.js"), ...words], {
    cwd: results,
    env: { PATH: process.env.PATH ?? "", HOME: results, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? -1)));
  const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, output: output + errors };
}

describe.skipIf(suite === null)("the conformance suite", () => {
  beforeAll(async () => {
    results = folder();
    const helix = await serve();
    for (const { topic, text: note } of CONFORMANCE_NOTES) await helix.store(topic, note);
    bridge = await startHttpBridge(helix.directory, translateForHelix);
  });
  afterAll(() => bridge?.close());

  test("has no scenario that is neither run nor left out for a reason", async () => {
    const { output } = await runSuite("list");
    const [servers] = output.split("Client scenarios");
    const scenarios = [...servers!.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name!);
    expect([...CONFORMANCE_RUN, ...Object.keys(CONFORMANCE_LEFT_OUT)].sort()).toEqual(scenarios.sort());
  });

  test.each(CONFORMANCE_RUN)("%s", async (scenario) => {
    const { status, output } = await runSuite("server", "--url", bridge.url, "--scenario", scenario, "-o", results);
    expect(status, output).toBe(0);
    expect(output).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
  });
});
