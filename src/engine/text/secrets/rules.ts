// Runs the maintained rule set, secretlint's recommended preset, on one text. The first text that needs it loads it.
// - The rules are made once and run directly, one after another. Making them for each text would take half as long
//   again as running them. The machinery that secretlint builds around a run would take six times as long. A test
//   compares the findings with those of secretlint.
// - The comment filter is left out, because a text with "secretlint-disable" would switch the redaction off.
// - The rules for URLs are left out, because they report the whole URL. tokens.ts reports only the password in it.
// - The rules for AWS and npm are left out, because their ranges begin at the name or the scheme, and so end inside the
//   credential.

import type { SecretFinding } from "./finding.ts";

/** Finds credentials in a text with the rule set. It takes 0.01 ms, and more for long texts. */
export type Rules = (text: string) => SecretFinding[];

const RULE_PREFIX = "@secretlint/secretlint-rule-";
const RULES_LEFT_OUT: ReadonlySet<string> = new Set([
  "filter-comments",
  "basicauth",
  "database-connection-string",
  "aws",
  "npm",
]);
/** The kind that a rule's findings get. A rule that is not listed here gives its own name. */
const KINDS: Readonly<Record<string, string>> = {
  privatekey: "private-key",
  anthropic: "anthropic-key",
  openai: "openai-key",
  groq: "ai-service-key",
  sendgrid: "sendgrid-key",
  stripe: "stripe-key",
  "hashicorp-vault": "vault-token",
};

let loading: Promise<Rules> | undefined;

/** Returns the rule set. The first call takes about 10 ms. */
export function loadRules(): Promise<Rules> {
  loading ??= load();
  return loading;
}

/** Returns the findings of the rule set in `text`. */
export async function findByRules(text: string): Promise<SecretFinding[]> {
  return (await loadRules())(text);
}

async function load(): Promise<Rules> {
  const { rules } = await import("@secretlint/secretlint-rule-preset-recommend");
  let findings: SecretFinding[] = [];
  const used = rules
    .map((rule) => ({ rule, name: nameOf(rule.meta.id) }))
    .filter(({ name }) => !RULES_LEFT_OUT.has(name))
    .map(({ rule, name }) => {
      const kind = kindOf(name);
      const report = ({ range: [start, end] }: Reported) => findings.push({ start, end, kind });
      return rule.create({ ...CONTEXT, report }, {});
    });
  return (text) => {
    findings = [];
    const source = sourceOf(text);
    // For a text file every rule reports before it returns. Promises of some rules concern files that they open
    // themselves.
    for (const rule of used) void rule.file?.(source);
    return findings;
  };
}

type Rule = Awaited<typeof import("@secretlint/secretlint-rule-preset-recommend")>["rules"][number];
type Context = Parameters<Rule["create"]>[0];
type Reported = Parameters<Context["report"]>[0];
type Source = Parameters<NonNullable<ReturnType<Rule["create"]>["file"]>>[0];

/**
 * The context of a rule: no shared options, and messages that nobody reads. Ranges that a rule asks to ignore are not
 * ignored.
 */
const CONTEXT: Omit<Context, "report"> = {
  sharedOptions: {},
  createTranslator: () => (messageId) => ({ message: "", messageId: String(messageId), data: undefined as never }),
  ignore: () => undefined,
};

/** Presents the text as a file of one line. Lines and columns are of no use here. */
function sourceOf(content: string): Source {
  return {
    content,
    hasBOM: false,
    contentType: "text",
    ext: ".txt",
    filePath: "entry.txt",
    physicalFilePath: undefined,
    getFilePath: () => "entry.txt",
    getPhysicalFilePath: () => undefined,
    indexToPosition: (column) => ({ line: 1, column }),
    positionToIndex: ({ column }) => column,
    rangeToLocation: ([start, end]) => ({ start: { line: 1, column: start }, end: { line: 1, column: end } }),
    locationToRange: ({ start, end }) => [start.column, end.column],
  };
}

function nameOf(ruleId: string): string {
  return ruleId.startsWith(RULE_PREFIX) ? ruleId.slice(RULE_PREFIX.length) : ruleId;
}

function kindOf(rule: string): string {
  return KINDS[rule] ?? `${rule}-token`;
}
