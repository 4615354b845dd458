// Writes docs/TRANSCRIPT.md: what a newcomer sees, typed into a shell with the compiled binary, in a folder of its own.
// Needs dist/helix (npm run build): npm run transcript
//
// Invariants
// - Each answer is what the binary printed. Changed are only names of temporary folders, the commit of the build, and
//   what is another each time: ids, hashes, keys of outputs and the day. So one binary always makes the same page.
// - The temporary folder is removed, whatever happens.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
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
    const page = settled(`${BEGINNING}\n${parts.join("\n")}`)
      .replaceAll(folder, SHOWN_AS)
      .replace(/^(helix \d+\.\d+\.\d+) \(.*\)$/gm, "$1 (COMMIT)")
      .replace(/^(.*helix \d+\.\d+\.\d+) \([0-9a-f]{7,}(?:\+changes)?\)/gm, "$1 (COMMIT)")
      .replaceAll(join(root, "dist", "helix"), `${SHOWN_AS}/dist/helix`);
    writeFileSync(join(root, "docs", "TRANSCRIPT.md"), page);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is another each time: what stands before it, and its own form. */
const CHANGING = [
  /(?<=@)[0-9a-z]{10}\b/g,
  /(?<=\bworkspace )[0-9a-z]{10}\b/g,
  /(?<=\b(?:plan|report) )[0-9a-f]{10}\b/g,
  /(?<=\boutput )[0-9A-Z]{8}\b/g,
];
const DAY = "2026-11-24";

/** A text in which what is another each time has the same made-up form wherever it stands. */
function settled(text: string): string {
  const known = new Map<string, string>();
  let found = text.replace(/\/helix-demo-\d+-\w{6}\b/g, "/helix-demo").replaceAll(today(), DAY);
  for (const form of CHANGING) {
    for (const [value] of found.matchAll(form)) {
      if (known.has(value)) continue;
      const digest = createHash("sha256").update(String(known.size)).digest("hex").slice(0, value.length);
      known.set(value, value === value.toLowerCase() ? digest : digest.toUpperCase());
    }
  }
  for (const [value, shown] of known) found = found.replaceAll(value, shown);
  return found;
}

/** The day, as helix shows it here. */
function today(): string {
  return new Date().toISOString().slice(0, DAY.length);
}

const BEGINNING = `# What a newcomer sees

A session in a terminal, with the compiled binary, on a machine without Claude Code. \`npm run transcript\` typed it and
wrote this page; the folder is called \`${SHOWN_AS}\` here, and ids, hashes and the day are made up. In a terminal of
your own \`helix demo\` takes two minutes, and lines fit its width.
`;

main();
