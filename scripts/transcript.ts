// Writes docs/TRANSCRIPT.md: what a newcomer sees, typed into a shell with the compiled binary, in a folder of its own.
// Needs dist/helix (npm run build): npm run transcript
//
// Invariants
// - Each answer is what the binary printed. Changed are only the temporary folder's name and the commit of the build.
// - The temporary folder is removed, whatever happens.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHOP } from "../src/surfaces/demo/demo-shop.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SHOWN_AS = "/tmp/you";
/** What is typed, with a heading before some of it. */
const TYPED: readonly (readonly [heading: string, line: string])[] = [
  ["A look, before anything is installed", "helix --version"],
  ["", "helix demo --fast"],
  ["Into Claude Code", "cd shop && helix setup"],
  ["", "helix hooks status"],
  ["The first notes", "helix search discount"],
  [
    "",
    'helix store checkout "decision: a discount comes off the goods before tax" --source src/checkout.ts#checkoutTotal',
  ],
  ["", "helix search discount"],
  ["", "helix brief"],
  ["The code", 'helix code context "discount codes at checkout" --budget 500'],
  ["", "helix code impact checkoutTotal --budget 300"],
  ["What was decided, and what it cost", "helix hooks why"],
  ["", "helix gain"],
  ["A slip", "helix serach discount"],
  ["And out again", "helix hooks uninstall --user"],
];

function main(): void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "helix-transcript-")));
  try {
    const [home, bin, shop] = [join(folder, "home"), join(folder, "bin"), join(folder, "shop")];
    for (const path of [home, bin]) mkdirSync(path);
    symlinkSync(join(root, "dist", "helix"), join(bin, "helix"));
    for (const [path, text] of Object.entries(SHOP)) {
      mkdirSync(dirname(join(shop, path)), { recursive: true });
      writeFileSync(join(shop, path), text);
    }
    const environment = { PATH: `${bin}:/usr/bin:/bin`, HOME: home, SHELL: "/bin/bash", TZ: "UTC", TMPDIR: "/tmp" };
    const run = (line: string, cwd: string) => {
      const { stdout, stderr } = spawnSync("sh", ["-c", `${line} 2>&1`], { cwd, env: environment, encoding: "utf8" });
      return `${stdout}${stderr}`;
    };
    const author = "-c user.name=Ada -c user.email=ada@shop.example";
    run(`git init -q && git add -A && git ${author} commit -qm "shop: prices, cart, checkout"`, shop);
    let cwd = folder;
    const parts = TYPED.map(([heading, line]) => {
      const printed = run(line, cwd).trimEnd();
      if (line.startsWith("cd shop")) cwd = shop;
      return `${heading === "" ? "" : `## ${heading}\n\n`}\`\`\`\`\n$ ${line}\n${printed}\n\`\`\`\`\n`;
    });
    const page = `${BEGINNING}\n${parts.join("\n")}`
      .replaceAll(folder, SHOWN_AS)
      .replace(/^(helix \d+\.\d+\.\d+) \(.*\)$/gm, "$1 (COMMIT)")
      .replace(/^(.*helix \d+\.\d+\.\d+) \([0-9a-f]{7,}(?:\+changes)?\)/gm, "$1 (COMMIT)")
      .replaceAll(join(root, "dist", "helix"), `${SHOWN_AS}/dist/helix`);
    writeFileSync(join(root, "docs", "TRANSCRIPT.md"), page);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const BEGINNING = `# What a newcomer sees

A session in a terminal, with the compiled binary, on a machine without Claude Code. \`npm run transcript\` typed it and
wrote this page; the folder is called \`${SHOWN_AS}\` here. Ids and hashes are others each time. In a terminal of your own
\`helix demo\` takes two minutes, and lines fit its width.
`;

main();
