// A marketplace named helix in the client's settings that is somebody else's: helix takes nothing of it away, neither
// when the plugin is set up nor when it is taken out, and says so.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { snapshot } from "../support/installation.ts";
import { put, useStandInClient } from "../support/stand-in-client.ts";

const client = useStandInClient();
const { plugins, helix } = client;
const clientFiles = () => snapshot(join(client.home, ".claude"));

/** Their marketplace, with a plugin of theirs. */
function theirs(): string {
  const market = join(client.home, "their-market");
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
  ["the settings name", (source) => put(client.settings, { extraKnownMarketplaces: { helix: { source } } })],
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
      expect([existsSync(client.asked), existsSync(join(client.base, "plugin"))]).toEqual([false, false]);
    });

    test("taking out takes helix's hooks only, and says so", () => {
      expect(helix("setup").status).toBeLessThan(2);
      expect(existsSync(client.asked)).toBe(false);
      const { stdout } = helix("hooks", "uninstall", "--user");
      expect(stdout).toMatch(/the marketplace helix of Claude Code is not helix's .*: it stays/);
      expect(existsSync(client.asked)).toBe(false);
      expect(readFileSync(plugins("installed_plugins.json"), "utf8")).toContain("helix@helix");
      expect(existsSync(plugins("cache/helix/helix/9/.claude-plugin/plugin.json"))).toBe(true);
    });

    test("a folder of helix's is removed all the same", () => {
      expect(helix("plugin", join(client.base, "plugin")).status).toBe(0);
      const { stdout } = helix("hooks", "uninstall", "--user");
      expect(stdout).toMatch(/is not helix's .*: it stays/);
      expect([existsSync(client.asked), existsSync(join(client.base, "plugin"))]).toEqual([false, false]);
    });
  });
});

test("a folder that helix wrote is helix's, wherever it is", () => {
  const market = join(client.home, "by-hand");
  expect(helix("plugin", market).status).toBe(0);
  put(plugins("known_marketplaces.json"), { helix: { source: { source: "directory", path: market } } });
  helix("hooks", "uninstall", "--user");
  expect(readFileSync(client.asked, "utf8")).toBe("plugin marketplace remove helix\n");
});
