// What `npm run audit` makes of npm's answers, and what the last answer about these packages was. The network is asked
// by that command only: without its answer the second test is skipped, and says so.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skipLoudly } from "../support/confined.ts";
import { repositoryRoot } from "../support/helix-binary.ts";

interface AuditScript {
  readonly auditPath: string;
  lockFingerprint(): string;
  readAudit(output: string): { weak: string[] } | { unknown: string };
}

const script = (await import(join(repositoryRoot, "scripts", "audit.mjs"))) as AuditScript;
const kept = existsSync(script.auditPath) ? JSON.parse(readFileSync(script.auditPath, "utf8")) : null;
const isAboutThese = kept?.lock === script.lockFingerprint();
if (!isAboutThese) skipLoudly("nobody has asked npm for weaknesses of these packages; ask with: npm run audit");

test("an answer is clean, or names what is weak, or is none", () => {
  const answer = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities });
  expect(script.readAudit(answer({}))).toEqual({ weak: [] });
  expect(script.readAudit(answer({ b: { name: "b", severity: "low" }, a: { name: "a", severity: "high" } }))).toEqual({
    weak: ["a (high)", "b (low)"],
  });
  const refusal = {
    message: "405 Method Not Allowed - POST https://packages.example.org/bulk",
    error: { summary: "" },
  };
  expect(script.readAudit(JSON.stringify(refusal))).toEqual({ unknown: "405 Method Not Allowed" });
  expect(script.readAudit("")).toEqual({ unknown: "npm audit gave no JSON" });
  expect(script.readAudit("null")).toEqual({ unknown: "no reason given" });
});

test.skipIf(!isAboutThese)("the packages have no known weakness", () => {
  expect(kept.weak).toEqual([]);
});
