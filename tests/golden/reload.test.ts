// The tool `_reload`, as the documentation describes it: "During development, after building a new helix binary ...
// copies the binary to the installed location, code-signs it, and re-execs the server process. No restart needed." It
// has no parameters.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installed } from "../support/builds.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { useRawServers } from "../support/raw-server.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("all", "compiled");
const start = useRawServers();
const folder = useFolders("all");

describe("_reload: a new build, without a reconnect", () => {
  test("_reload: no new build", async () => {
    const helix = await serve();
    const [before, behind] = (await helix.answer("_reload")).split(helixBinary());
    expect(before).toBe("nothing to reload: ");
    expect(behind).toMatch(/^ is what runs, \d+\.\d+\.\d+ \([\w+]+\); HELIX_RELOAD_FROM can name a new build$/);
  });

  test("_reload: what a killed one left is removed, even where there is nothing to reload", async () => {
    const program = installed(helixBinary(), folder());
    const server = start({ binary: program });
    await server.initialize();
    await server.call(1, "store", { topic: "engine", text: "the cache is opened once" });
    const copies = ["", ".previous"].map((name) => `${program}${name}.tmp-999999999-1-abcdef`);
    const trial = join(server.directory, ".reload-999999999-abcdef");
    for (const copy of copies) writeFileSync(copy, "left behind");
    mkdirSync(join(trial, "shown"), { recursive: true });
    expect(await server.call(2, "_reload")).toContain("nothing to reload: ");
    expect([...copies, trial].filter((path) => existsSync(path))).toEqual([]);
  });

  test("_reload: what to run cannot be said in a call", async () => {
    const helix = await serve();
    expect(await helix.refusal("_reload", { path: "/tmp/helix" })).toBe(
      '_reload has no parameter "path"; accepted: none',
    );
  });

  test("_reload: announced as a change that destroys nothing", async () => {
    const server = start({ environment: { HELIX_RELOAD_FROM: helixBinary() } });
    await server.initialize();
    server.send({ jsonrpc: "2.0", id: "list", method: "tools/list" });
    const tools = (await server.answer("list")).result!.tools as { name: string }[];
    expect(tools.find(({ name }) => name === "_reload")).toEqual({
      name: "_reload",
      description: "After a new build of helix: verifies it, installs it and goes over to it without a reconnect.",
      inputSchema: { type: "object", properties: {} },
      annotations: {
        title: "Update helix",
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      _meta: { "anthropic/searchHint": "update upgrade helix" },
    });
  });
});
