// The maintained rule set: secretlint's recommended preset, run on one text. Loaded by the first text that needs it.
// - Its comment filter is left out: a text that says "secretlint-disable" would switch the redaction off.
// - Its rules for URLs are left out: they report the whole URL, tokens.ts only the password in it. So are those for
//   AWS and npm, whose ranges begin at the name or the scheme and so end inside the credential.
// - Its profiler is switched off: it keeps some hundred marks of every call for as long as the process lives.

import type { SecretFinding } from "./finding.ts";

type Linter = (text: string) => Promise<SecretFinding[]>;

const RULE_PREFIX = "@secretlint/secretlint-rule-";
const RULES_LEFT_OUT: ReadonlySet<string> = new Set([
  "filter-comments",
  "basicauth",
  "database-connection-string",
  "aws",
  "npm",
]);
/** Names of what the rules find; a rule that is not here is named after itself. */
const KINDS: Readonly<Record<string, string>> = {
  privatekey: "private-key",
  anthropic: "anthropic-key",
  openai: "openai-key",
  groq: "ai-service-key",
  sendgrid: "sendgrid-key",
  stripe: "stripe-key",
  "hashicorp-vault": "vault-token",
};

let linter: Promise<Linter> | undefined;

/** What the rule set finds in `text`. The first call takes about 10 ms, a later one 0.2 ms and more for long texts. */
export async function findByRules(text: string): Promise<SecretFinding[]> {
  linter ??= loadLinter();
  return (await linter)(text);
}

async function loadLinter(): Promise<Linter> {
  const [{ lintSource }, { rules }, { secretLintProfiler }] = await Promise.all([
    import("@secretlint/core"),
    import("@secretlint/secretlint-rule-preset-recommend"),
    import("@secretlint/profiler"),
  ]);
  secretLintProfiler.setEnabled(false);
  const used = rules.filter((rule) => !RULES_LEFT_OUT.has(nameOf(rule.meta.id)));
  const config = { rules: used.map((rule) => ({ id: rule.meta.id, rule })) };
  return async (content) => {
    const source = { content, filePath: "entry.txt", ext: ".txt", contentType: "text" as const };
    const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
    return messages.map(({ range, ruleId }) => ({ start: range[0], end: range[1], kind: kindOf(nameOf(ruleId)) }));
  };
}

function nameOf(ruleId: string): string {
  return ruleId.startsWith(RULE_PREFIX) ? ruleId.slice(RULE_PREFIX.length) : ruleId;
}

function kindOf(rule: string): string {
  return KINDS[rule] ?? `${rule}-token`;
}
