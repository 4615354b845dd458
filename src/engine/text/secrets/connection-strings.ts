// Finds passwords in connection strings: `Server=...;User Id=...;Password=...` of ADO and ODBC, JDBC's parameters,
// libpq's `host=... password=...`, `user:password@tcp(host)` of Go, `user/password@host` of Oracle. tokens.ts handles
// URLs with a password before the host.

import type { SecretFinding } from "./finding.ts";
import { isPlaceholder, looksChosenAsSaid, looksRandom } from "./value.ts";

const KIND = "password";
const MENTIONS =
  /(?:password|pwd|pass)[ \t]{0,4}=|@(?:tcp|unix)\(|jdbc:oracle|(?:credential|auth|login|\bPDO|connect)\w{0,24}[ \t]{0,4}[=:]?[ \t]{0,4}\(/i;
/** A password parameter; the value ends at the next parameter. In braces it may hold any characters. */
const PARAMETER =
  /(?<![\w-])(?:password|pwd|pass)[ \t]{0,4}=[ \t]{0,4}(?:\{([^}\n]{1,256})\}|'([^'\n]{1,256})'|([^\s;"'`&{][^;"'`&\n]{0,255}))/dgi;
const NEIGHBOUR =
  /(?:server|data source|host(?:name)?|addr(?:ess)?|user ?(?:id|name)?|uid|database(?:name)?|dbname|db|initial catalog|driver|provider|dsn|port)[ \t]{0,4}=[ \t]{0,4}[^\s;=][^;=\n]{0,128}/i;
const NEIGHBOUR_LENGTH_MAX = 240;
const GO_SOURCE = /(?<![\w/:.-])[\w.-]{1,64}:([^\s:"'`/]{3,128})@(?:tcp|unix)\(/dg;
const ORACLE_SOURCE = /jdbc:oracle:\w{1,8}:[\w.-]{1,64}\/([^\s@"'`/]{3,128})@/dg;
/** Calls that take a user and a password, possibly behind a source. */
const CALL =
  /(?:NetworkCredential|HTTP(?:Basic|Digest)Auth|BasicAuth\w{0,16}|basic_?[aA]uth|PasswordAuthentication|UsernamePassword\w{0,24}|PSCredential|PDO|mysqli(?:_connect)?|pg_connect|\b(?:AUTH|auth|login|credentials|CREDENTIALS)[ \t]{0,4}[=:]?)[ \t]{0,4}\([ \t\n]{0,32}(?:[^()\n]{0,200}?,[ \t\n]{0,32})?["']([^"'\n]{1,64})["'],[ \t\n]{0,32}["']([^"'\n]{4,256})["'][ \t\n]{0,32}[,)]/dg;

/** Finds passwords in connection strings, and in calls that open a connection. */
export function findConnectionPasswords(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!MENTIONS.test(text)) return findings;
  for (const match of text.matchAll(PARAMETER)) {
    const group = [1, 2, 3].find((at) => match[at] !== undefined)!;
    const [start, last] = match.indices![group]!;
    const before = text.slice(Math.max(0, start - NEIGHBOUR_LENGTH_MAX), match.index);
    const behind = text.slice(last, last + NEIGHBOUR_LENGTH_MAX).split("\n", 1)[0]!;
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const isList = /;[ \t]{0,4}$/.test(line) || /^[ \t]{0,4};/.test(behind);
    if (!(NEIGHBOUR.test(line) || NEIGHBOUR.test(behind))) continue;
    // Outside of a list with semicolons a blank ends the value.
    const value = isList || group !== 3 ? match[group]!.trimEnd() : match[group]!.split(/[\s,)\]]/, 1)[0]!;
    if (value.length >= 4 && isPassword(value)) findings.push({ start, end: start + value.length, kind: KIND });
  }
  for (const pattern of [GO_SOURCE, ORACLE_SOURCE]) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices![1]!;
      const user = match[0].split(/[:/]/, 1)[0];
      if (match[1] !== user && isPassword(match[1]!)) findings.push({ start, end, kind: KIND });
    }
  }
  for (const match of text.matchAll(CALL)) {
    const [start, end] = match.indices![2]!;
    const value = match[2]!;
    const isLikely = looksChosenAsSaid(value) || looksRandom(value) || (/\d/.test(value) && value.length >= 8);
    if (match[1] !== value && isLikely && !/\s/.test(value) && isPassword(value))
      findings.push({ start, end, kind: KIND });
  }
  return findings;
}

/** Whether a value can be a password: no placeholder, no expression and no mere word. */
function isPassword(value: string): boolean {
  return (
    !isPlaceholder(value) &&
    !/^[a-z]{1,7}$/i.test(value) &&
    /[A-Za-z0-9]/.test(value) &&
    !/^[\w$]+(?:\.[\w$]+)*\(|^[A-Za-z_]\w*\.[A-Za-z_.]+$/.test(value)
  );
}
