// What `_reload` answers when it goes over to a new build: it builds one, so it is no quick test.

import { expect, test } from "vitest";
import { installed, useBuilds } from "../support/builds.ts";
import { runHelix } from "../support/command-line.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { withoutIds } from "../support/note-ids.ts";
import { useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const start = useRawServers();
const folder = useFolders("all");
const build = useBuilds();

test("the build is verified, installed and gone over to; the notes are there", async () => {
  const next = build({ version: "0.9.0", commit: "fedcba987654" });
  const program = installed(helixBinary(), folder());
  const [, was] = /^helix (.*)\n$/.exec(runHelix(["--version"], { cwd: folder() }).stdout)!;
  const server = start({ binary: program, environment: { HELIX_RELOAD_FROM: next } });
  await server.initialize();
  await server.call(1, "store", { topic: "engine", text: "the cache is opened once" });
  expect(await server.call(2, "_reload")).toBe(
    [
      `reloaded: ${was} -> 0.9.0 (fedcba987654)`,
      `build: ${next}${process.platform === "darwin" ? " (its signature holds)" : ""}`,
      `installed as: ${program}`,
      `the one before: ${program}.previous`,
    ].join("\n"),
  );
  expect(withoutIds(await server.call(3, "read", { topic: "engine" }))).toBe(
    "[0] 2026-02-21 06:11\n  the cache is opened once\n\n1 entry in engine",
  );
  expect(await server.call(4, "_reload")).toBe(`nothing to reload: ${next} is what runs, 0.9.0 (fedcba987654)`);
});
