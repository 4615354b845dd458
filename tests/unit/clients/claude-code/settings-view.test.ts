// What is shown of other people's settings around a change: no credential, wherever it stands and however the file is
// written.

import { beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { planInstall } from "../../../../src/clients/claude-code/install.ts";
import { diffLines } from "../../../../src/clients/claude-code/report.ts";
import { startLine } from "../../../../src/clients/claude-code/start-line.ts";
import { planUninstall } from "../../../../src/clients/claude-code/uninstall.ts";
import { install, NEW_CLIENT } from "../../../support/installation.ts";
import { put, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let sound: Surroundings;

beforeEach(() => {
  // A line that is longer than 200 characters is cut.
  sound = { ...soundSurroundings(folder()), executable: "/opt/helix" };
});

/** No rule knows these by what they look like. */
const HIDDEN = [
  "s3cr3t-a",
  "s3cr3t-b",
  "s3cr3t-c",
  "s3cr3t-d",
  "s3cr3t-e",
  "s3cr3t-f",
  "s3cr3t-g",
  "12345678901",
  "s3cr3t-h",
  "s3cr3t-i",
];
const [a, b, c, d, e, f, g, number, h, i] = HIDDEN;
const SECRETS = {
  env: { PLAIN: a, PIN: 12345678901, nested: { deep: [b] } },
  apiKeyHelper: c,
  mcpServers: {
    other: {
      command: "other",
      args: ["--port", "80", "--api-token", d, `--password=${e}`, `Authorization: Bearer ${i}`],
      headers: { "X-Me": f },
    },
  },
  statusLine: { command: `TOKEN=${g} bar --key ${h} baz` },
};
const GITHUB = `ghp_${"a1B2c3D4".repeat(4)}abcd`;

const planned = async () =>
  (
    await diffLines(
      planInstall({ scope: "user", transport: "command", withServer: true }, NEW_CLIENT, sound).changes,
      true,
    )
  ).join("\n");

describe.each([
  ["in one line", undefined],
  ["in lines", 2],
])("files %s", (_, indent) => {
  it("credentials before, in and behind a change are hidden, when it is made and when it is taken back", async () => {
    for (const order of ["first", "last"]) {
      const hooks = { hooks: { Stop: [{ hooks: [{ type: "command", command: `notify ${GITHUB}` }] }] } };
      const content = order === "first" ? { ...SECRETS, ...hooks } : { ...hooks, ...SECRETS };
      put(`${sound.home}/.claude/settings.json`, JSON.stringify(content, null, indent));
      put(`${sound.home}/.claude.json`, JSON.stringify(content, null, indent));
      const diff = await planned();
      expect(number).toBe("12345678901");
      for (const secret of [...HIDDEN, GITHUB]) expect(diff).not.toContain(secret);
      expect(diff).toContain("helix hook stop");
      install(sound, { scope: "user" });
      const back = await diffLines(planUninstall({ scope: "user", withServer: true }, sound).changes, true);
      for (const secret of [...HIDDEN, GITHUB]) expect(back.join("\n")).not.toContain(secret);
    }
  });
});

it("of a file in one line, what changed is shown, and not the rest of the line", async () => {
  const names = Array.from({ length: 300 }, (_, index) => [`name${index}`, { value: index, list: [index] }]);
  put(`${sound.home}/.claude/settings.json`, Object.fromEntries(names));
  const diff = await planned();
  expect(diff).toContain('+    "Stop": [');
  expect(diff).toContain("       299");
  expect(diff).not.toContain("name150");
});

it("what helix writes is shown as it is", async () => {
  put(`${sound.home}/.claude/settings.json`, "{}\n");
  const diff = await planned();
  const command = startLine(sound.executable, `${sound.executable} hook session`);
  expect(diff).toContain(`+            "command": "${command}",`);
  expect(diff).toContain('+      "env": {}');
  expect(diff).not.toContain("redacted");
});

it("very long lines are cut, and no half of a credential is left at the cut", async () => {
  const long = `${"word ".repeat(790)}${GITHUB}`;
  put(`${sound.home}/.claude/settings.json`, `{\n  "note": "${long}"\n}\n`);
  const lines = (await planned()).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(200);
  expect(lines.join()).not.toContain("ghp_");
});
