// `npm run audit`: asks npm for known weaknesses of the packages in package-lock.json, and keeps the answer. Needs the
// network.
//
// Invariants
// - No answer is not a clean one: it is said loudly, and the exit code is 3. Weaknesses make it 1, a clean answer 0.
// - What is kept (node_modules/.cache/audit.json) says which package-lock.json it is about.
//
// Left to others: reading what is kept (tests/build/audit.test.ts), asking for it before a release (release.mjs).

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { finish, npmCommand, root } from "./prepare.mjs";
import { capture } from "./process.mjs";

/** The exit code when npm gave no answer. */
export const EXIT_UNKNOWN = 3;

/** Where the last answer is kept. */
export const auditPath = join(root, "node_modules", ".cache", "audit.json");

/** What tells one package-lock.json from another. */
export function lockFingerprint() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

/**
 * What npm's answer says.
 * @param {string} output of `npm audit --json`
 * @returns {{weak: string[]} | {unknown: string}} the packages with weaknesses, or why nothing is known
 */
export function readAudit(output) {
  let answer;
  try {
    answer = JSON.parse(output);
  } catch {
    return { unknown: "npm audit gave no JSON" };
  }
  if (answer?.auditReportVersion === undefined) {
    // The message may name the host that was asked; that is nobody's business.
    const [why] = String(answer?.message ?? answer?.error?.summary ?? "no reason given").split(/ - | https?:/);
    return { unknown: why };
  }
  const found = Object.values(answer.vulnerabilities ?? {});
  return { weak: found.map(({ name, severity }) => `${name} (${severity})`).sort() };
}

async function main() {
  const [program, ...first] = npmCommand();
  const { output } = await capture(program, [...first, "audit", "--json"], { cwd: root });
  const result = readAudit(output);
  if (result.unknown !== undefined) {
    process.stderr.write(
      `SKIPPED: npm audit has no answer here (${result.unknown}); whether it is clean is not known\n`,
    );
    return EXIT_UNKNOWN;
  }
  mkdirSync(dirname(auditPath), { recursive: true });
  writeFileSync(auditPath, JSON.stringify({ lock: lockFingerprint(), weak: result.weak }));
  if (result.weak.length === 0) process.stdout.write("audit: no known weakness in any package\n");
  else process.stdout.write(`audit: known weaknesses in ${result.weak.join(", ")}\n`);
  return result.weak.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await finish(main());
