// The maintained rule set: secretlint's recommended preset, run on one text. Loaded by the first text that needs it.
// - Its rules are made once, and run one after another by themselves: to make them for each text would take half as
//   long again as to run them, and what secretlint builds around a run six times as long. A test compares what is found
//   with what secretlint finds.
// - Its comment filter is left out: a text that says "secretlint-disable" would switch the redaction off.
// - Its rules for URLs are left out: they report the whole URL, tokens.ts only the password in it. So are those for
//   AWS and npm, whose ranges begin at the name or the scheme and so end inside the credential.

import type { SecretFinding } from "./finding.ts";

/** What the rule set finds in a text: 0.01 ms and more for long ones. */
export type Rules = (text: string) => SecretFinding[];

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

let loading: Promise<Rules> | undefined;

/** The rule set. The first call takes about 10 ms. */
export function loadRules(): Promise<Rules> {
  loading ??= load();
  return loading;
}

/** What the rule set finds in `text`. */
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
    // Of a text file every rule reports before it returns: what some promise is for files that they open themselves.
    for (const rule of used) void rule.file?.(source);
    return findings;
  };
}

type Rule = Awaited<typeof import("@secretlint/secretlint-rule-preset-recommend")>["rules"][number];
type Context = Parameters<Rule["create"]>[0];
type Reported = Parameters<Context["report"]>[0];
type Source = Parameters<NonNullable<ReturnType<Rule["create"]>["file"]>>[0];

/**
 * What a rule is given: no options shared with others, and messages that nobody reads. What it would have ignored is
 * not.
 */
const CONTEXT: Omit<Context, "report"> = {
  sharedOptions: {},
  createTranslator: () => (messageId) => ({ message: "", messageId: String(messageId), data: undefined as never }),
  ignore: () => undefined,
};

/** The text as a file of one line: lines and columns are of no use here. */
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
