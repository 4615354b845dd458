// `_reload` under a connected client: the next call is answered by the new build, in the same process and on the same
// connection, and nothing that was sent is lost.

import { existsSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test } from "vitest";
import { filesIn } from "../support/base-files.ts";
import { Gate, installed, namesIn, scriptBuild, useBuilds } from "../support/builds.ts";
import { runHelix } from "../support/command-line.ts";
import { withoutIds } from "../support/note-ids.ts";
import { patientClient } from "../support/patient-client.ts";
import { type RawServer, textOf, toolCall, useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const OLD = { version: "1.0.0", commit: "old" };
const NEW = { version: "2.0.0", commit: "new" };

const build = useBuilds();
const folder = useFolders("each");
const start = useRawServers();
const clients: Client[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

/** A server of the old build that finds the new one. */
async function ready(
  from = build(NEW),
  wrapper: readonly string[] = [],
): Promise<{ server: RawServer; program: string }> {
  const program = installed(build(OLD), folder());
  const server = start({ binary: program, wrapper, environment: { HELIX_RELOAD_FROM: from } });
  await server.initialize();
  return { server, program };
}

/** What the server says of itself: only the build that answers knows its own name. */
async function nameOf(server: RawServer, id: string): Promise<string> {
  const text = await server.call(id, "_reload");
  return /^nothing to reload: .* is what runs, (.*)$/.exec(text)?.[1] ?? text;
}

describe("a client of the protocol", () => {
  test("calls, reloads, calls again: the same connection and process, another build", async () => {
    const program = installed(build(OLD), folder());
    const [directory, cwd] = [folder(), folder()];
    const client = patientClient();
    clients.push(client);
    const transport = new StdioClientTransport({
      command: program,
      args: ["serve", directory],
      cwd,
      env: { PATH: process.env.PATH ?? "", HOME: cwd, HELIX_RELOAD_FROM: build(NEW) },
    });
    await client.connect(transport);
    const changes = new Promise<void>((resolve) =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
    );
    const call = async (name: string, values = {}) => {
      const { content } = await client.callTool({ name, arguments: values });
      return withoutIds((content as { text: string }[])[0]!.text);
    };
    const { pid } = transport;
    expect(await call("store", { topic: "engine", text: "kept across the change" })).toBe("stored in engine");
    expect(await call("_reload")).toBe(
      [
        "reloaded: 1.0.0 (old) -> 2.0.0 (new)",
        `build: ${build(NEW)}`,
        `installed as: ${program}`,
        `the one before: ${program}.previous`,
      ].join("\n"),
    );
    expect(await call("search", { query: "kept", detail: "brief" })).toBe(
      "  [engine] kept across the change\n1 match(es)",
    );
    expect(await call("_reload")).toBe(`nothing to reload: ${build(NEW)} is what runs, 2.0.0 (new)`);
    await changes;
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("_reload");
    expect(transport.pid).toBe(pid);
    expect(runHelix(["--version"], { cwd, binary: program }).stdout).toBe("helix 2.0.0 (new)\n");
    expect(runHelix(["--version"], { cwd, binary: `${program}.previous` }).stdout).toBe("helix 1.0.0 (old)\n");
    expect(namesIn(join(program, ".."))).toEqual(["helix", "helix.previous"]);
    // That the client has a session is in the log of events, with the notes that were shown to it.
    expect(filesIn(directory).filter((name) => name !== "events")).toEqual([
      ".lock",
      "changes.jsonl",
      "data.log",
      "recent.jsonl",
    ]);
  });
});

describe("what was sent around the change", () => {
  test("requests right behind the call are all answered once, and done once", async () => {
    const { server } = await ready();
    const stores = Array.from({ length: 300 }, (_, at) =>
      toolCall(`s${at}`, "store", { topic: "t", text: `note number ${at}`, force: true }),
    );
    server.send(toolCall("before", "store", { topic: "t", text: "before" }), toolCall("reload", "_reload"), ...stores);
    expect(textOf(await server.answer("before"))).toBe("stored in t");
    expect(textOf(await server.answer("reload"))).toMatch(/^reloaded: 1\.0\.0 \(old\) -> 2\.0\.0 \(new\)\n/);
    await Promise.all(stores.map((_, at) => server.answer(`s${at}`)));
    expect(await server.call("list", "topics", { action: "stats" })).toMatch(/^1 topic, 301 entries\n/);
    expect(await nameOf(server, "name")).toBe("2.0.0 (new)");
    const ids = server.messages.filter(({ method }) => method === undefined).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  // Bun reads sockets, which clients connect servers by, otherwise than pipes.
  test.each([
    ["sockets", []],
    ["pipes", ["sh", "-c", 'cat | "$0" "$@" | cat']],
  ])("a flood before, during and after it, through %s", async (_, wrapper) => {
    const { server } = await ready(build(NEW), wrapper);
    const word = "x".repeat(2000);
    let sent = 0;
    const flood = () => {
      const calls = Array.from({ length: 10 }, () => toolCall(`f${sent++}`, "search", { query: `${word} flood` }));
      server.send(...calls);
    };
    flood();
    server.send(toolCall("reload", "_reload"));
    const isOver = () => server.messages.some(({ method }) => method === "notifications/tools/list_changed");
    // The next ones are sent when half of the last ones are answered: there is always something on its way.
    while (!isOver()) {
      flood();
      await server.answer(`f${sent - 15}`);
    }
    expect(textOf(await server.answer("reload"))).toMatch(/^reloaded: /);
    for (let at = 0; at < sent; at++) expect((await server.answer(`f${at}`)).error).toBeUndefined();
    expect(server.messages.filter(({ id }) => String(id).startsWith("f")).length).toBe(sent);
    expect(await nameOf(server, "name")).toBe("2.0.0 (new)");
  });

  test("a line that begins before it and ends behind it", async () => {
    const { server } = await ready();
    const line = `${JSON.stringify(toolCall("split", "store", { topic: "ü", text: "Grüße über die Grenze 🧭" }))}\n`;
    const bytes = Buffer.from(line);
    // In the middle of a character.
    const at = bytes.indexOf("🧭") + 2;
    server.send(toolCall("reload", "_reload"), bytes.subarray(0, at));
    await server.answer("reload");
    await server.until(() => server.messages.some(({ method }) => method?.endsWith("list_changed")), "the new build");
    server.send(bytes.subarray(at));
    expect(textOf(await server.answer("split"))).toBe("stored in ü");
    expect(await server.call("read", "read", { topic: "ü" })).toContain("Grüße über die Grenze 🧭");
  });

  test("a line that is too long stays refused when it goes on behind it", async () => {
    const { server } = await ready();
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    server.send(toolCall("reload", "_reload"), ...Array.from({ length: 33 }, () => megabyte));
    await server.answer("reload");
    server.send(megabyte, "", toolCall("next", "topics"));
    expect(textOf(await server.answer("next"))).toBe("0 topics, 0 entries");
    expect(server.messages.filter(({ error }) => error !== undefined).map(({ error }) => error?.message)).toEqual([
      "a message may be 33554432 bytes long at most; the longer one was not read",
    ]);
  });

  test("calls are answered while a build is tried", async () => {
    const gate = new Gate(folder());
    const path = scriptBuild(join(folder(), "slow"), build(NEW), [gate.line("--version"), 'exec "$REAL" "$@"']);
    const { server } = await ready(path);
    server.send(toolCall("reload", "_reload"));
    await gate.reached();
    expect(await server.call("store", "store", { topic: "a", text: "meanwhile" })).toBe("stored in a");
    expect(await server.call("twice", "_reload")).toBe("_reload is under way already: wait for its answer");
    await gate.open();
    expect(textOf(await server.answer("reload"))).toMatch(/^reloaded: /);
    expect(await server.call("search", "search", { query: "meanwhile", detail: "brief" })).toContain("1 match(es)");
  });

  test("what was done before it stays in the session's record", async () => {
    const { server } = await ready();
    await server.call("a", "store", { topic: "a", text: "noted before" });
    await server.call("reload", "_reload");
    await server.call("b", "store", { topic: "a", text: "noted behind" });
    const session = await server.call("session", "topics", { action: "session" });
    const at = ["noted before", "helix reloaded: 1.0.0 (old) -> 2.0.0 (new)", "noted behind"].map((what) =>
      session.indexOf(what),
    );
    expect(Math.min(...at), session).toBeGreaterThan(0);
    expect(at).toEqual(at.toSorted((left, right) => left - right));
  });
});

describe("the process", () => {
  test("goes over again and again without leaving anything open", async () => {
    const next = join(folder(), "next");
    const { server, program } = await ready(next);
    const descriptors = () => `/proc/${server.child.pid}/fd`;
    const counts: number[] = [];
    for (const [round, options] of [NEW, OLD, NEW, OLD].entries()) {
      rmSync(next, { force: true });
      symlinkSync(build(options), next);
      await server.call(`store ${round}`, "store", { topic: "a", text: `round ${round}`, force: true });
      expect(await server.call(`reload ${round}`, "_reload")).toMatch(`-> ${options.version} (${options.commit})\n`);
      expect(await server.call(`read ${round}`, "read", { topic: "a" })).toContain(`round ${round}`);
      if (existsSync(descriptors())) counts.push(readdirSync(descriptors()).length);
    }
    // Not every system shows them; the socket that hooks ask may be open yet or not.
    if (counts.length > 0) expect(Math.max(...counts) - Math.min(...counts), String(counts)).toBeLessThanOrEqual(1);
    expect(namesIn(dirname(program))).toEqual(["helix", "helix.previous"]);
  });

  test("takes what a command has installed meanwhile", async () => {
    const program = installed(build(OLD), folder());
    const server = start({ binary: program });
    await server.initialize();
    expect(await server.call("none", "_reload")).toBe(
      `nothing to reload: ${program} is what runs, 1.0.0 (old); HELIX_RELOAD_FROM can name a new build`,
    );
    const environment = { HELIX_RELOAD_FROM: build(NEW) };
    const installing = runHelix(["_reload"], { cwd: folder(), base: folder(), binary: program, environment });
    expect(installing).toEqual({
      status: 0,
      stdout: [
        "installed: 1.0.0 (old) -> 2.0.0 (new)",
        `build: ${build(NEW)}`,
        `installed as: ${program}`,
        `the one before: ${program}.previous`,
        "servers that run take it when _reload is called in them, or at their next start",
        "",
      ].join("\n"),
      stderr: "",
    });
    expect(await server.call("reload", "_reload")).toBe(
      `reloaded: 1.0.0 (old) -> 2.0.0 (new)\n${program} was exchanged since this server started`,
    );
    expect(await nameOf(server, "name")).toBe("2.0.0 (new); HELIX_RELOAD_FROM can name a new build");
  });

  test("ends with its input, as before", async () => {
    const { server } = await ready();
    await server.call("reload", "_reload");
    server.end();
    expect(await server.ended).toBe(0);
    expect(server.errors).toBe("");
  });

  test("ends in order on a signal, as before", async () => {
    const { server } = await ready();
    await server.call("reload", "_reload");
    await nameOf(server, "name");
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });

  test("input that ends during the trial: everything is answered, and nothing is left", async () => {
    const { server, program } = await ready();
    server.send(toolCall("reload", "_reload"), toolCall("store", "store", { topic: "a", text: "the last one" }));
    server.end();
    expect(await server.ended).toBe(0);
    expect(textOf(await server.answer("reload"))).toMatch(/^reloaded: /);
    expect(textOf(await server.answer("store"))).toBe("stored in a");
    expect(filesIn(server.directory)).toEqual([".lock", "changes.jsonl", "data.log", "recent.jsonl"]);
    expect(namesIn(dirname(program))).toEqual(["helix", "helix.previous"]);
  });

  test.each(["cancelled", "SIGTERM"])("%s during the trial: nothing is installed, and nothing is left", async (how) => {
    const gate = new Gate(folder());
    const path = scriptBuild(join(folder(), "slow"), build(NEW), [gate.line("serve"), 'exec "$REAL" "$@"']);
    const { server, program } = await ready(path);
    await server.call("store", "store", { topic: "a", text: "before" });
    server.send(toolCall("reload", "_reload"));
    await gate.reached();
    if (how === "cancelled") {
      server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "reload" } });
      // Behind it the next one can begin, so the first one is over; and it is refused, for there is nothing to try.
      rmSync(path);
      let text = "";
      for (let id = 0; !text.includes("leads nowhere"); id++) text = await server.call(`again ${id}`, "_reload");
    } else {
      server.child.kill("SIGTERM");
      await server.ended;
    }
    await gate.open();
    expect(filesIn(server.directory)).toEqual([".lock", "changes.jsonl", "data.log", "recent.jsonl"]);
    expect(namesIn(dirname(program))).toEqual(["helix"]);
    expect(runHelix(["--version"], { cwd: folder(), binary: program }).stdout).toBe("helix 1.0.0 (old)\n");
  });

  test("a link on PATH stays a link", async () => {
    const program = installed(build(OLD), folder());
    const link = join(folder(), "helix");
    symlinkSync(program, link);
    const server = start({ binary: link, environment: { HELIX_RELOAD_FROM: dirname(build(NEW)) } });
    await server.initialize();
    // The folder holds no program of that name: the directory form is tried on one that does.
    expect(await server.call("none", "_reload")).toContain("holds no helix");
    const named = start({ binary: link, environment: { HELIX_RELOAD_FROM: dirname(installed(build(NEW), folder())) } });
    await named.initialize();
    expect(await named.call("reload", "_reload")).toContain(`installed as: ${program}\n`);
    expect(readlinkSync(link)).toBe(program);
    expect(runHelix(["--version"], { cwd: folder(), binary: link }).stdout).toBe("helix 2.0.0 (new)\n");
  });
});
