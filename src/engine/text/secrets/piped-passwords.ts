// Finds passwords that are passed to a program or written to a file: `echo SECRET | sudo -S`, `<<< SECRET`, `echo
// SECRET > .vault_pass`, `echo user:SECRET | base64`.

import { decodeBase64Text } from "./base64.ts";
import type { SecretFinding } from "./finding.ts";
import { isLikely, isSure } from "./given-value.ts";
import { isPassphrase, isPlaceholder, looksChosen, looksChosenAsSaid, looksRandom } from "./value.ts";

const KIND = "password";
const VALUE = "(?:\"([^\"\\n]{4,1024})\"|'([^'\\n]{4,1024})'|([^\\s\"'|;&<>]{4,1024}))";
const SAID = `\\b(?:echo|printf)(?:[ \\t]+-[neE]+)?(?:[ \\t]+["']?%s(?:\\\\n)?["']?)?[ \\t]+${VALUE}[ \\t]*`;
const READS_PASSWORD =
  "sudo\\b[^\\n|]{0,40}-S\\b|[^\\n|]{0,200}?(?:--pass(?:word|wd)(?:-on)?-stdin|--with-token|--stdin\\b|-pass(?:in)? (?:stdin|fd:0)|--passphrase-fd|" +
  "secrets?(?:[ :][\\w-]+)? (?:put|create|set|add)|versions add)|" +
  "(?:sudo )?(?:chpasswd|kinit|vncpasswd|cryptsetup|smbpasswd|passwd|openconnect|ssh-add|pass insert|htpasswd -i)\\b";
const HOLDS_PASSWORD =
  "(?![^\\s]{0,80}(?:authorized_keys|known_hosts|\\.pub))[^\\s|;&\"']{0,80}(?:pass|secret|token|cred|pw\\b|key)[\\w.-]{0,24}";

/**
 * The ways to pass a value, and for each a test whether the value is a password. The test gets the value, and whether
 * it stands in quotes.
 */
const WAYS: readonly {
  readonly mention: RegExp;
  readonly pattern: RegExp;
  isSecret(value: string, isQuoted: boolean): boolean;
}[] = [
  {
    mention: /\b(?:echo|printf)\b/,
    pattern: new RegExp(`${SAID}\\|[ \\t]*(?:${READS_PASSWORD})`, "dg"),
    isSecret: isGiven,
  },
  {
    mention: /<<</,
    pattern: new RegExp(`(?:-S|-stdin|--with-token|passwd|chpasswd)[ \\t]*<<<[ \\t]*${VALUE}`, "dg"),
    isSecret: isGiven,
  },
  {
    mention: /\b(?:echo|printf)\b/,
    pattern: new RegExp(`${SAID}>{1,2}[ \\t]*${HOLDS_PASSWORD}`, "dg"),
    isSecret: (value) => looksChosen(value) || looksRandom(value),
  },
  {
    mention: /\bbase64\b/,
    pattern: new RegExp(
      `${SAID}\\|[ \\t]*(?:openssl[ \\t]+)?(?:base64|enc)(?![^\\n|;&]*[ \\t](?:-d|-D|--decode))`,
      "dg",
    ),
    isSecret: looksChosenAsSaid,
  },
  {
    mention: /\bbase64\b/,
    pattern: new RegExp(`${SAID}\\|[ \\t]*(?:openssl[ \\t]+)?(?:base64|enc)[^\\n|;&]*?[ \\t](?:-d|-D|--decode)`, "dg"),
    isSecret: isEncoded,
  },
];

/** Finds passwords that are passed to programs, or written to files that hold passwords. */
export function findPipedPasswords(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const { mention, pattern, isSecret } of WAYS) {
    if (!mention.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const group = [1, 2, 3].find((at) => match[at] !== undefined)!;
      const [start, end] = match.indices![group]!;
      // A line of a password file, or user:password.
      const user = /^[\w.@\\-]{1,64}:(?=[^:\s]{4,}$)/.exec(match[group]!)?.[0].length ?? 0;
      const value = match[group]!.slice(user);
      if (!isPlaceholder(value) && isSecret(value, group !== 3))
        findings.push({ start: start + user, end, kind: KIND });
    }
  }
  return findings;
}

function isGiven(value: string, isQuoted: boolean): boolean {
  return isQuoted ? isSure(value) || isPassphrase(value) : isLikely(value);
}

/** Whether base64 encodes a password, or a user and a password. */
function isEncoded(value: string): boolean {
  const decoded = decodeBase64Text(value)?.trim() ?? "";
  const password = decoded.slice(decoded.indexOf(":") + 1);
  return !/\s/.test(decoded) && !isPlaceholder(password) && (looksChosenAsSaid(password) || looksRandom(password));
}
