// Settings of the client that cannot be read or written: neither does the plugin come then, nor does it go, and the
// client is asked for nothing.

import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { snapshot } from "../support/installation.ts";
import { put, useStandInClient } from "../support/stand-in-client.ts";

const client = useStandInClient();
const { plugins, helix } = client;

/** The plugin as the client knows it. */
function putPlugin(): void {
  expect(helix("plugin", join(client.base, "plugin")).status).toBe(0);
  put(plugins("known_marketplaces.json"), {
    helix: { source: { source: "directory", path: join(client.base, "plugin") } },
  });
  const copy = { scope: "user", version: "1", installPath: join(client.base, "plugin/helix") };
  put(plugins("installed_plugins.json"), { version: 2, plugins: { "helix@helix": [copy] } });
}

const REFUSED: readonly (readonly [string, () => void])[] = [
  ["are read-only", () => chmodSync(client.settings, 0o444)],
  ["are no JSON", () => writeFileSync(client.settings, '{ "hooks": ')],
  ["are a list", () => writeFileSync(client.settings, "[]")],
  ["are no text", () => writeFileSync(client.settings, Buffer.from([0xff, 0xfe, 0x7b]))],
  [
    "are a link that leads nowhere",
    () => {
      rmSync(client.settings);
      symlinkSync("nowhere", client.settings);
    },
  ],
];

describe.each(REFUSED)("settings that %s", (_what, spoil) => {
  test.each([[["hooks", "uninstall", "--user"]], [["setup"]], [["setup", "--plugin"]]])(
    "helix %j changes nothing",
    (words) => {
      put(client.settings, { model: "opus" });
      if (words.at(-1) !== "--plugin") putPlugin();
      spoil();
      const [before, kept] = [
        snapshot(join(client.home, ".claude")),
        existsSync(client.base) ? snapshot(client.base) : {},
      ];
      const { status, stdout, stderr } = helix(...words);
      expect([status, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
      expect(snapshot(join(client.home, ".claude"))).toEqual(before);
      expect(existsSync(client.base) ? snapshot(client.base) : {}).toEqual(kept);
      expect(existsSync(client.asked)).toBe(false);
    },
  );
});

test("hooks of another type keep helix out of the settings, and the plugin where it is", () => {
  put(client.settings, { hooks: 7 });
  putPlugin();
  const { status, stderr } = helix("setup");
  expect([status, stderr.trim().split("\n").length]).toEqual([2, 1]);
  expect([existsSync(client.asked), existsSync(join(client.base, "plugin"))]).toEqual([false, true]);
});

test("settings that can be written let it go", () => {
  put(client.settings, { model: "opus" });
  putPlugin();
  expect(helix("hooks", "uninstall", "--user").status).toBe(0);
  expect(readFileSync(client.asked, "utf8")).toContain("plugin uninstall helix@helix");
  expect(existsSync(join(client.base, "plugin"))).toBe(false);
});
