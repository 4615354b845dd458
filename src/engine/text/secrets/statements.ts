// Finds passwords in statements: SQL's `IDENTIFIED BY '...'` and `PASSWORD '...'`, PowerShell's ConvertTo-SecureString,
// `net use`, and the ways in which people write down a login: `admin / ...`, `user: ..., pw ...`.

import type { SecretFinding } from "./finding.ts";
import { isPlaceholder, looksChosen, looksRandom } from "./value.ts";

const KIND = "password";
const QUOTED = "(?:N?'([^'\\n]{4,256})'|\"([^\"\\n]{4,256})\")";

interface Statement {
  readonly mention: RegExp;
  /** Has the flags g and d. The first group that took part is the password. */
  readonly pattern: RegExp;
  /** Whether the value has to look like a password by itself. */
  readonly isCommon: boolean;
}

const STATEMENTS: readonly Statement[] = [
  {
    mention: /identified/i,
    pattern: new RegExp(
      `\\bIDENTIFIED\\s{1,16}(?:WITH\\s{1,16}[\\w']{1,64}\\s{1,16})?(?:BY|AS)\\s{1,16}(?:PASSWORD\\s{1,16})?${QUOTED}`,
      "dgi",
    ),
    isCommon: false,
  },
  {
    mention: /identified/i,
    pattern: /\bIDENTIFIED\s{1,16}BY\s{1,16}([^\s'";,]{6,128})/dgi,
    isCommon: true,
  },
  {
    mention: /password/i,
    pattern: new RegExp(
      `\\b(?:CREATE|ALTER|SET|GRANT|UPDATE|WITH)\\b[^;\\n]{0,200}?\\bPASSWORD\\b[^;\\n'"(]{0,24}(?:\\([ \\t]{0,4})?${QUOTED}`,
      "dgi",
    ),
    isCommon: false,
  },
  {
    mention: /ConvertTo-SecureString/i,
    pattern: new RegExp(`ConvertTo-SecureString[ \\t]{1,8}(?:-String[ \\t]{1,8})?${QUOTED}`, "dgi"),
    isCommon: false,
  },
  {
    mention: /\bnet1?\s/i,
    pattern:
      /\bnet1?(?:\.exe)?[ \t]{1,4}use[ \t][^\n|;&]{0,200}?\/user:\S{1,128}[ \t]{1,4}["']?([^\s"'/\\*]{4,128})/dgi,
    isCommon: false,
  },
  {
    mention: /\bnet1?\s/i,
    pattern:
      /\bnet1?(?:\.exe)?[ \t]{1,4}use[ \t](?:[A-Za-z]:[ \t]{1,4})?\\{2}[^\s]{1,200}[ \t]{1,4}["']?([^\s"'/\\*]{4,128})["']?(?=[ \t]{1,4}\/)/dgi,
    isCommon: true,
  },
  {
    mention: /\bnet1?\s/i,
    pattern: /\bnet1?(?:\.exe)?[ \t]{1,4}user[ \t]{1,4}[\w.-]{1,64}[ \t]{1,4}["']?([^\s"'/*]{4,128})/dgi,
    isCommon: true,
  },
  {
    // The words from which a wallet is restored (BIP 39).
    mention: /phrase|seed/i,
    pattern:
      /\b(?:seed|recovery|backup|secret|wallet)[ _-]?(?:phrase|words|seed)?[ \t]{0,4}(?:[:=]|is)[ \t]{0,4}["'`]?((?:[a-z]{3,8} ){11}(?:(?:[a-z]{3,8} ){3}){0,4}[a-z]{3,8})(?![a-z ]*[a-z]{9})/dgi,
    isCommon: false,
  },
  {
    mention: /--from-literal/,
    pattern: /--from-literal[= \t]{1,4}["']?[\w.-]{1,64}=["']?([^\s"']{6,256})/dg,
    isCommon: true,
  },
  {
    mention: /SecureString|secret-string/,
    pattern:
      /--(?:value|secret-string)[= \t]{1,4}(?:"([^"\n{]{6,256})"|'([^'\n{]{6,256})')(?=[^\n]{0,200}SecureString)/dg,
    isCommon: true,
  },
  {
    mention: /\bvault\b/,
    pattern:
      /\bvault[ \t]{1,4}(?:kv[ \t]{1,4}(?:put|patch)|write)[ \t][^\n|;&]{0,200}?[ \t][\w-]{1,64}=["']?([^\s"'@]{6,256})/dg,
    isCommon: true,
  },
  {
    // admin / password, user:password behind a word that announces a login
    mention: /login|cred|account|access|portal|user/i,
    pattern:
      /\b(?:log[- ]?ins?|sign[- ]?in|creds?|credentials?|accounts?|access|portal|users?)\b[^:\n]{0,40}(?::|=|is|are|were|was|as|with)[ \t]{1,4}["'`]?[\w.@+\\-]{2,64}["'`]?(?:[ \t]{0,4}[/:,|][ \t]{0,4}|[ \t]{1,4}and[ \t]{1,4})["'`]?([^\s"'`,/]{8,128})/dgi,
    isCommon: true,
  },
  {
    mention: /@/,
    pattern:
      /(?<![\w.])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}[ \t]{1,4}\/[ \t]{1,4}["'`]?([^\s"'`,/]{8,128})/dg,
    isCommon: true,
  },
];

/** Finds passwords in statements and in lines about logins. */
export function findInStatements(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const { mention, pattern, isCommon } of STATEMENTS) {
    if (!mention.test(text)) continue;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const group = match[1] !== undefined ? 1 : 2;
      const value = match[group]!.replace(/[.)\]]+$/, "");
      const [start] = match.indices![group]!;
      if (isPlaceholder(value) || value.includes("://")) continue;
      if (isCommon ? looksChosen(value) || looksRandom(value) : /[A-Z\d\W]|[a-z]{8}/.test(value)) {
        findings.push({ start, end: start + value.length, kind: KIND });
      }
    }
  }
  return findings;
}
