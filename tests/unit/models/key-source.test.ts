// Where a key comes from: the environment, or the system's store. No error shows it, no program is given it.

import { describe, expect, test } from "vitest";
import { type KeyPorts, keySource, readKey } from "../../../src/models/key-source.ts";
import { serverAddress } from "../../../src/models/server-address.ts";
import type { ProgramEnd, ProgramRun } from "../../../src/platform/programs.ts";

const SECRET = "a-secret-value-that-nobody-sees";

/** Programs that end as they are told, and remember what they were given. */
function ports(changes: Partial<KeyPorts> & { readonly end?: Partial<ProgramEnd>; readonly output?: string } = {}) {
  const runs: ProgramRun[] = [];
  const { end, output = `${SECRET}\n`, ...others } = changes;
  const given: KeyPorts = {
    environment: { PATH: "/usr/bin", HOME: "/nowhere", OTHER_KEY: SECRET, HELIX_KB: "/kb" },
    platform: "linux",
    distrusted: "/project",
    programs: {
      find: (name) => `/usr/bin/${name}`,
      run: async (run) => {
        runs.push(run);
        run.receive(Buffer.from(output));
        return { by: "exit", code: 0, complaint: SECRET, ...end };
      },
    },
    ...others,
  };
  return { given, runs };
}

const failure = async (source: string, given: KeyPorts) => {
  const error = await readKey(keySource(source), given).then(String, (thrown: Error) => thrown);
  expect(error).toBeInstanceOf(Error);
  const { message } = error as Error;
  expect(message).not.toContain(SECRET);
  expect(message).not.toContain("\n");
  return message;
};

test("a variable of the environment", async () => {
  const { given, runs } = ports({ environment: { MY_KEY: ` ${SECRET}\n` } });
  expect(await readKey(keySource("env:MY_KEY"), given)).toBe(SECRET);
  expect(await failure("env:NONE", given)).toBe("model.key is env:NONE, and that variable is not set");
  expect(runs).toEqual([]);
});

test.each([
  ["linux", "/usr/bin/secret-tool", ["lookup", "service", "my service"]],
  ["darwin", "/usr/bin/security", ["find-generic-password", "-w", "-s", "my service"]],
])("the store of %s", async (platform, path, words) => {
  const { given, runs } = ports({ platform });
  expect(await readKey(keySource("keychain:my service"), given)).toBe(SECRET);
  expect(runs).toMatchObject([{ path, words, environment: { PATH: "/usr/bin", HOME: "/nowhere" } }]);
  // Neither other keys nor helix's own variables reach it.
  expect(Object.keys(runs[0]!.environment)).toEqual(["PATH", "HOME"]);
});

describe("a store that gives no key", () => {
  test.each([
    [{ end: { code: 1 } }, "the system's store has no such entry"],
    [{ output: "\n" }, "the system's store has no such entry"],
    [{ output: `${SECRET} ${SECRET}` }, "is no key: it has spaces or other characters"],
    [{ output: `${SECRET}\r\nx-evil: 1` }, "is no key: it has spaces or other characters"],
    [{ end: { by: "time" as const, code: null } }, "/usr/bin/secret-tool did not answer in time"],
    [{ end: { by: "failed" as const, code: null } }, "/usr/bin/secret-tool could not be started"],
    [{ end: { by: "reader" as const, code: null } }, "/usr/bin/secret-tool answers with too much"],
  ])("%j", async (changes, line) => {
    expect(await failure("keychain:shop", ports(changes).given)).toContain(line);
  });

  test("a program that floods is stopped", async () => {
    const { given, runs } = ports();
    await readKey(keySource("keychain:shop"), given);
    expect(runs[0]!.receive(Buffer.alloc(9000, "x"))).toBe(false);
  });

  test("no such program", async () => {
    const { given } = ports({ programs: { ...ports().given.programs, find: () => null } });
    expect(await failure("keychain:shop", given)).toContain("secret-tool is not installed");
  });
});

test.each([SECRET, "env:", "env:A B", "env:1A", "keychain:", "keychain:-w", "keychain:a;b", "file:/etc/key", ""])(
  "%j is no source, and is not repeated",
  (given) => {
    expect(() => keySource(given)).toThrow(/^model\.key says where the key comes from, and is never the key itself: /);
    if (given.length > 9) expect(() => keySource(given)).not.toThrow(new RegExp(given));
  },
);

test.each([
  ["localhost:11434", '--url "localhost:11434" is no address of http or https'],
  ["ftp://x/", '--url "ftp://x/" is no address'],
  ["file:///etc/passwd", "is no address"],
  ["", "is no address of http or https: give the address of a server, e.g. http://localhost:11434/v1"],
  [`https://user:${SECRET}@host/v1`, "--url holds a user or a password"],
  [`//user:${SECRET}@host`, "--url is no address"],
  ["https://host/v1?key=1", "--url holds a ? or a #"],
])("the address %j is refused", (given, line) => {
  expect(() => serverAddress(given, "--url")).toThrow(line);
  expect(() => serverAddress(given, "--url")).not.toThrow(SECRET);
});
