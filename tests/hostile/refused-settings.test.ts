// Settings of the client that cannot be read or written: neither does the plugin come then, nor does it go, and the
// client is asked for nothing.

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { snapshot } from "../support/installation.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

let home = "";
let base = "";
let asked = "";

beforeEach(() => {
  [home, base] = [folder(), join(folder(), "kb")];
  asked = join(home, "asked");
  const client = join(home, "bin", "claude");
  put(client, `#!/bin/sh\ncase "$1" in plugin) echo "$*" >> ${asked};; *) echo "2.1.329 (Claude Code)";; esac\n`);
  chmodSync(client, 0o755);
});

function put(path: string, content: string | object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
}

function helix(...words: string[]) {
  return runHelix(words, { base, cwd: home, environment: { HOME: home, PATH: `${join(home, "bin")}:/usr/bin:/bin` } });
}

const settings = () => join(home, ".claude/settings.json");

/** The plugin as the client knows it. */
function putPlugin(): void {
  expect(helix("plugin", join(base, "plugin")).status).toBe(0);
  const plugins = join(home, ".claude/plugins");
  put(join(plugins, "known_marketplaces.json"), {
    helix: { source: { source: "directory", path: join(base, "plugin") } },
  });
  const copy = { scope: "user", version: "1", installPath: join(base, "plugin/helix") };
  put(join(plugins, "installed_plugins.json"), { version: 2, plugins: { "helix@helix": [copy] } });
}

const REFUSED: readonly (readonly [string, () => void])[] = [
  ["are read-only", () => chmodSync(settings(), 0o444)],
  ["are no JSON", () => writeFileSync(settings(), '{ "hooks": ')],
  ["are a list", () => writeFileSync(settings(), "[]")],
  ["are no text", () => writeFileSync(settings(), Buffer.from([0xff, 0xfe, 0x7b]))],
  [
    "are a link that leads nowhere",
    () => {
      rmSync(settings());
      symlinkSync("nowhere", settings());
    },
  ],
];

describe.each(REFUSED)("settings that %s", (_what, spoil) => {
  test.each([[["hooks", "uninstall", "--user"]], [["setup"]], [["setup", "--plugin"]]])(
    "helix %j changes nothing",
    (words) => {
      put(settings(), { model: "opus" });
      if (words.at(-1) !== "--plugin") putPlugin();
      spoil();
      const [client, kept] = [snapshot(join(home, ".claude")), existsSync(base) ? snapshot(base) : {}];
      const { status, stdout, stderr } = helix(...words);
      expect([status, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
      expect(snapshot(join(home, ".claude"))).toEqual(client);
      expect(existsSync(base) ? snapshot(base) : {}).toEqual(kept);
      expect(existsSync(asked)).toBe(false);
    },
  );
});

test("hooks of another type keep helix out of the settings, and the plugin where it is", () => {
  put(settings(), { hooks: 7 });
  putPlugin();
  const { status, stderr } = helix("setup");
  expect([status, stderr.trim().split("\n").length]).toEqual([2, 1]);
  expect([existsSync(asked), existsSync(join(base, "plugin"))]).toEqual([false, true]);
});

test("settings that can be written let it go", () => {
  put(settings(), { model: "opus" });
  putPlugin();
  expect(helix("hooks", "uninstall", "--user").status).toBe(0);
  expect(readFileSync(asked, "utf8")).toContain("plugin uninstall helix@helix");
  expect(existsSync(join(base, "plugin"))).toBe(false);
});
