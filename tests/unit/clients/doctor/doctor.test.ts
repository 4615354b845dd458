// The whole examination: the project, the environment, and that it tells nothing that stands in other people's files.

import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Surroundings } from "../../../../src/clients/claude-code/finding.ts";
import { countOf, examine, formatAreas } from "../../../../src/clients/doctor/doctor.ts";
import { makeRepository } from "../../../support/git-repository.ts";
import { linesOf, put, soundSurroundings } from "../../../support/surroundings.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
let home = "";
let project = "";
let sound: Surroundings;

beforeEach(() => {
  sound = soundSurroundings(folder());
  home = sound.home;
  project = sound.currentDirectory!;
});

async function areaLines(area: string, changes: Partial<Surroundings> = {}): Promise<string[]> {
  const areas = await examine({ ...sound, ...changes });
  return linesOf(areas.find((each) => each.area === area)!.findings);
}

describe("the whole examination", () => {
  it("says of the project which keys it has", async () => {
    expect(await areaLines("project")).toEqual([
      "ok: none here: what is stored from this directory belongs to no project",
    ]);
    makeRepository(project, "git@example.org:owner/repo.git");
    expect(await areaLines("project")).toEqual([
      expect.stringMatching(/^ok: owner\/repo, project-[0-9a-f]{8} \(.*\/project\)$/),
    ]);
    expect(await areaLines("project", { currentDirectory: null })).toEqual(["note: the current directory is gone"]);
  });

  it("says which variables of helix are set", async () => {
    const lines = (environment: Record<string, string>) => areaLines("environment", { environment });
    expect(await lines({ HELIX_KB: "" })).toEqual(["ok: no variable of helix is set"]);
    expect(await lines({ HELIX_KB: "~/kb", HELIX_NOW: "2026-02-21", HELIX_RELOAD_FROM: sound.executable })).toEqual([
      'ok: HELIX_KB names the knowledge base: "~/kb"',
      'note: HELIX_NOW="2026-02-21": the clock stands still, all that is stored gets that time -> unset HELIX_NOW',
      `ok: HELIX_RELOAD_FROM="${sound.executable}"`,
    ]);
    expect(await lines({ HELIX_KB: "kb", HELIX_NOW: "soon", HELIX_RELOAD_FROM: "/none" })).toEqual([
      'note: HELIX_KB names the knowledge base: "kb", another one in each directory -> export HELIX_KB="$HOME/.helix-kb"',
      'problem: HELIX_NOW="soon" is no time: nothing can be stored or asked -> unset HELIX_NOW',
      'note: HELIX_RELOAD_FROM="/none": there is no such file or folder -> unset HELIX_RELOAD_FROM',
    ]);
  });

  it("tells nothing that stands in other people's files", async () => {
    const secrets = { env: { TOKEN: "s3cret" }, apiKeyHelper: "s3cret", oauthAccount: { emailAddress: "s3cret" } };
    const hook = { type: "command", command: "helix hook stop s3cret" };
    const server = { command: "/none/s3 s3cret", args: ["serve", "--s3cret"], env: { HELIX_S3CRET: "s3cret" } };
    const servers = { helix: server, s3cret: { ...server, command: "s3cret" } };
    const all = { ...secrets, mcpServers: servers, hooks: { Stop: [{ hooks: [hook] }] } };
    put(join(project, ".mcp.json"), all);
    put(join(project, ".claude", "settings.json"), '{"token": "s3cret" ');
    put(join(home, ".claude.json"), { ...all, projects: { [project]: all, "/s3cret": all } });
    put(join(home, ".claude", "settings.json"), all);
    const areas = await examine(sound);
    expect(countOf(areas, "problem")).toBeGreaterThan(3);
    expect(JSON.stringify(areas)).not.toContain("s3cret");
  });

  it("as lines: each fix below its finding, and a count at the end", async () => {
    const areas = [
      {
        area: "program",
        findings: [
          { status: "ok", what: "good" },
          { status: "problem", what: "bad\nline", fix: "mend it" },
        ],
      },
      { area: "client", findings: [{ status: "note", what: "odd" }] },
    ] as const;
    expect(formatAreas(areas)).toBe(
      "program\n  ok       good\n  problem  bad line\n           fix: mend it\nclient\n  note     odd\n1 problem, 1 note",
    );
    expect(formatAreas([areas[1]])).toBe("client\n  note     odd\nall is well: 0 problems, 1 note");
  });
});
