// A marketplace named helix in the client's settings that is somebody else's: helix takes nothing of it away, neither
// when the plugin is set up nor when it is taken out, and says so.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { snapshot } from "../support/installation.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");

let home = "";
let base = "";
let asked = "";

/** A client that writes down what it is asked for. */
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

const plugins = (name: string) => join(home, ".claude/plugins", name);
const settings = () => join(home, ".claude/settings.json");
const clientFiles = () => snapshot(join(home, ".claude"));

/** Their marketplace, with a plugin of theirs. */
function theirs(): string {
  const market = join(home, "their-market");
  put(join(market, ".claude-plugin/marketplace.json"), { name: "helix", owner: { name: "somebody" }, plugins: [] });
  return market;
}

const SOURCES: readonly (readonly [string, () => object])[] = [
  ["a repository", () => ({ source: "github", repo: "somebody/helix" })],
  ["a part of a repository", () => ({ source: "git-subdir", url: "https://example.com/x", path: "plugin" })],
  ["a folder", () => ({ source: "directory", path: theirs() })],
  ["a folder that is gone", () => ({ source: "directory", path: "/none/market" })],
  ["a kind that nobody knows", () => ({ source: "x\u001b[31m\u202e".repeat(30) })],
  ["no source at all", () => []],
];

const WHERE: readonly (readonly [string, (source: object) => void])[] = [
  ["the client knows", (source) => put(plugins("known_marketplaces.json"), { helix: { source } })],
  ["the settings name", (source) => put(settings(), { extraKnownMarketplaces: { helix: { source } } })],
];

describe.each(WHERE)("that %s", (_where, place) => {
  describe.each(SOURCES)("from %s", (_what, source) => {
    beforeEach(() => {
      place(source());
      const copy = { scope: "user", version: "9", installPath: plugins("cache/helix/helix/9") };
      put(plugins("installed_plugins.json"), { version: 2, plugins: { "helix@helix": [copy] } });
      put(plugins("cache/helix/helix/9/.claude-plugin/plugin.json"), { name: "helix" });
    });

    test("setup --plugin changes nothing, and says why", () => {
      const before = clientFiles();
      const { status, stderr } = helix("setup", "--plugin");
      expect([status, stderr.trim().split("\n")]).toEqual([
        2,
        [expect.stringMatching(/the marketplace helix of Claude Code is not helix's .*nothing was changed/)],
      ]);
      expect(stderr).not.toMatch(/[\u001b\u202e]/);
      expect(clientFiles()).toEqual(before);
      expect([existsSync(asked), existsSync(join(base, "plugin"))]).toEqual([false, false]);
    });

    test("taking out takes helix's hooks only, and says so", () => {
      expect(helix("setup").status).toBeLessThan(2);
      expect(existsSync(asked)).toBe(false);
      const { stdout } = helix("hooks", "uninstall", "--user");
      expect(stdout).toMatch(/the marketplace helix of Claude Code is not helix's .*: it stays/);
      expect(existsSync(asked)).toBe(false);
      expect(readFileSync(plugins("installed_plugins.json"), "utf8")).toContain("helix@helix");
      expect(existsSync(plugins("cache/helix/helix/9/.claude-plugin/plugin.json"))).toBe(true);
    });

    test("a folder of helix's is removed all the same", () => {
      expect(helix("plugin", join(base, "plugin")).status).toBe(0);
      const { stdout } = helix("hooks", "uninstall", "--user");
      expect(stdout).toMatch(/is not helix's .*: it stays/);
      expect([existsSync(asked), existsSync(join(base, "plugin"))]).toEqual([false, false]);
    });
  });
});

test("a folder that helix wrote is helix's, wherever it is", () => {
  const market = join(home, "by-hand");
  expect(helix("plugin", market).status).toBe(0);
  put(plugins("known_marketplaces.json"), { helix: { source: { source: "directory", path: market } } });
  helix("hooks", "uninstall", "--user");
  expect(readFileSync(asked, "utf8")).toBe("plugin marketplace remove helix\n");
});
