// Finds credentials in lines that hold them in a form of their own: .netrc, .pgpass, .npmrc, cookies.txt, redis.conf,
// and login commands (AUTH, LOGIN, USER and PASS). The form says where the credential stands. encoded.ts handles
// manifests of Kubernetes.

import type { SecretFinding } from "./finding.ts";
import { isPlaceholder, isReference, looksChosen, looksRandom } from "./value.ts";

interface LinePattern {
  readonly kind: string;
  /** A text is searched only if it holds this string, compared in lower case. */
  readonly mention: string;
  /** Has the flags g and d. The first group is the credential. */
  readonly pattern: RegExp;
  /** Whether the form is so common that the value has to look like a password too. */
  readonly isCommon?: boolean;
}

const FORMS: readonly LinePattern[] = [
  {
    kind: "password",
    mention: "machine",
    pattern:
      /\bmachine\s{1,64}\S{1,256}(?:\s{1,64}(?:login|account)\s{1,64}[^\s"'`]{1,256}){1,2}\s{1,64}password\s{1,64}["']?([^\s"'`]{4,512})/dg,
  },
  {
    kind: "password",
    mention: "machine",
    pattern: /\bmachine\s{1,64}\S{1,256}\s{1,64}password\s{1,64}["']?([^\s"'`]{4,512})["']?(?=\s{1,64}login\b|\s*$)/dg,
    isCommon: true,
  },
  {
    kind: "password",
    mention: "login",
    pattern: /\bdefault\s{1,64}login\s{1,64}(?!anonymous\s)\S{1,256}\s{1,64}password\s{1,64}([^\s"'`]{4,512})/dg,
  },
  {
    // host:port:database:user:password. The port is one of PostgreSQL's, any port (*), or a number when .pgpass is
    // mentioned.
    kind: "password",
    mention: ":",
    pattern:
      /(?<![\w.:/*-])(?:[\w.-]{1,128}|\*):(?:\*|5[34]\d\d|6432|\d{4,5}(?=:[^\n]{0,400}\.pgpass)):(?:[\w.-]{1,64}|\*):(?:[\w.@-]{1,64}|\*):((?:\\:|[^\s:"'`]){4,256})(?=["'`]?(?:\s|$))/dg,
  },
  {
    kind: "npm-token",
    mention: "_auth",
    pattern: /(?::|^|[\s"'`])_auth(?:Token)?["']?[ \t]{0,8}[= \t:][ \t]{0,8}["']?([^\s"'`$<{][^\s"'`]{7,512})/dgm,
  },
  {
    kind: "password",
    mention: "_password",
    pattern: /(?::|^|[\s"'`])_password["']?[ \t]{0,8}=[ \t]{0,8}["']?([^\s"'`$<{][^\s"'`]{3,512})/dgm,
  },
  {
    // domain, subdomains, path, secure, expiry, name, value
    kind: "session-cookie",
    mention: "true",
    pattern: /^\S{1,256}\t(?:TRUE|FALSE)\t\S{1,256}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{1,128}\t(\S{8,4096})$/dgm,
    isCommon: true,
  },
  {
    kind: "password",
    mention: "requirepass",
    pattern: /\b(?:requirepass|masterauth)[ \t]{1,16}["']?([^\s"'`#;,.()]{6,512})/dg,
    isCommon: true,
  },
  {
    kind: "password",
    mention: "masterauth",
    pattern: /\bmasterauth[ \t]{1,16}["']?([^\s"'`#;,()]{6,512})/dg,
    isCommon: true,
  },
  {
    kind: "password",
    mention: "auth",
    pattern: /\bAUTH[ \t]{1,4}(?:[\w-]{1,64}[ \t]{1,4})?["']?([^\s"'`,;]{6,512})/dg,
    isCommon: true,
  },
  {
    kind: "password",
    mention: "user",
    pattern:
      /\b(?:user|SETUSER|setuser)[ \t]{1,4}[\w-]{1,64}[ \t][^\n>]{0,200}?(?<=\s)>([^\s"'`]{4,512})(?=[ \t"'`]|$)/dg,
    isCommon: true,
  },
  {
    kind: "password",
    mention: "login",
    pattern: /(?<=^|\s)LOGIN[ \t]{1,4}["']?[^\s"']{1,128}["']?[ \t]{1,4}["']?([^\s"'`,;]{4,256})/dg,
    isCommon: true,
  },
  {
    kind: "password",
    mention: "user ",
    pattern: /^[ \t>]{0,16}USER[ \t]\S{1,128}\r?\n(?:[^\n]{0,200}\n)?[ \t>]{0,16}PASS[ \t](\S{4,256})$/dgm,
  },
];

/** Finds credentials in such lines. */
export function findInCredentialFiles(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  const folded = text.toLowerCase();
  for (const { kind, mention, pattern, isCommon = false } of FORMS) {
    if (!folded.includes(mention)) continue;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const [start, end] = match.indices![1]!;
      const value = match[1]!;
      const isSecret = isCommon
        ? looksChosen(value) || looksRandom(value)
        : !isReference(value) && !/^[a-z]{1,5}$/.test(value);
      if (isSecret && !isPlaceholder(value)) findings.push({ start, end, kind });
    }
  }
  return findings;
}
