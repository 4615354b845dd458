// Finds credentials inside base64: Docker's `"auth"`, `.dockerconfigjson`, JSON or a private key that was encoded to
// fit into a variable, and the data of Kubernetes' Secrets. Decoded text is searched like any text. The finding is the
// whole base64.

import { decodeBase64Text } from "./base64.ts";
import type { SecretFinding } from "./finding.ts";
import { isUserAndPassword } from "./headers.ts";
import { strengthOf } from "./names.ts";
import { isPlaceholder, looksChosen, looksRandom } from "./value.ts";

const KIND = "encoded-credentials";
/** A run that may be base64 of a text. Shorter runs hold no JSON with a credential in it. */
const RUN = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{24,}={0,2}/g;
/** The name that Docker and npm give to user:password in base64. */
const AUTH =
  /(?<![\w-])_?auth\\{0,3}["']?[ \t]{0,8}[:=][ \t]{0,8}\\{0,3}["']?([A-Za-z0-9+/_-]{8,4096}={0,2})(?=["'\\\s,}]|$)/dg;

const SECRET_MANIFEST =
  /(?:^|\n)[ \t>]{0,32}kind:[ \t]{0,4}["']?Secret["']?[ \t]{0,8}(?:\r?\n|$)|"kind"\s{0,8}:\s{0,8}"Secret"/;
/** The line that separates manifests. Each manifest is searched by itself. */
const MANIFEST_END = /\n---[ \t]{0,8}(?:\r?\n|$)/;
const DATA_ENTRY =
  /(?<=^|[\s{,])["']?([\w.-]{1,128})["']?[ \t]{0,4}:[ \t]{0,4}["']?([A-Za-z0-9+/]{6,8192}={0,2})["']?(?=[ \t]{0,8}(?:[,}\r\n]|#|$))/dgm;
const PLAIN_ENTRY = /^[ \t>]{1,32}["']?[\w.-]{1,128}["']?:[ \t]{0,4}["']?([^\s"'#{}[\]]{8,1024})["']?[ \t]{0,8}$/dgm;
/** Names of entries that may be seen. */
const HARMLESS_ENTRY =
  /^(?:kind|apiversion|type|name|namespace|user(?:name)?|login|host(?:name)?|port|email|ca|region|.*\.(?:crt|pem|pub))$/i;

/** Finds base64 with credentials in it. `find` says whether a decoded text holds a credential. */
export function findEncoded(text: string, find: (decoded: string) => boolean): SecretFinding[] {
  const findings: SecretFinding[] = [];
  // RUN.exec would lose its place: `find` calls this function again, with the same expression.
  for (const match of text.matchAll(RUN)) {
    const decoded = decodeBase64Text(match[0]);
    if (decoded !== null && find(decoded)) {
      findings.push({ start: match.index, end: match.index + match[0].length, kind: KIND });
    }
  }
  if (text.includes("auth")) {
    for (const match of text.matchAll(AUTH)) {
      const [start, end] = match.indices![1]!;
      if (decodeBase64Text(match[1]!)?.includes(":") && isUserAndPassword(match[1]!))
        findings.push({ start, end, kind: KIND });
    }
  }
  if (SECRET_MANIFEST.test(text)) addManifests(text, findings);
  return findings;
}

function addManifests(text: string, findings: SecretFinding[]): void {
  let offset = 0;
  for (const manifest of text.split(MANIFEST_END)) {
    const start = text.indexOf(manifest, offset);
    offset = start + manifest.length;
    if (!SECRET_MANIFEST.test(manifest)) continue;
    for (const entry of manifest.matchAll(DATA_ENTRY)) {
      const [from, to] = entry.indices![2]!;
      if (isSecretEntry(entry[1]!, entry[2]!)) findings.push({ start: start + from, end: start + to, kind: KIND });
    }
    const plain = manifest.search(/(?:^|\n)[ \t>]{0,32}stringData:/);
    if (plain < 0) continue;
    for (const entry of manifest.slice(plain).matchAll(PLAIN_ENTRY)) {
      const [from, to] = entry.indices![1]!;
      const isSecret = looksChosen(entry[1]!) || looksRandom(entry[1]!);
      if (isSecret && !isPlaceholder(entry[1]!))
        findings.push({ start: start + plain + from, end: start + plain + to, kind: KIND });
    }
  }
}

/**
 * Whether an entry of a Secret's data is a credential: the decoded value looks like a password, or the name says so.
 */
function isSecretEntry(name: string, encoded: string): boolean {
  if (HARMLESS_ENTRY.test(name) || encoded.length % 4 !== 0) return false;
  const decoded = decodeBase64Text(encoded)?.trim();
  if (decoded === undefined || isPlaceholder(decoded) || /\s/.test(decoded)) return false;
  if (strengthOf(name) !== null) return decoded.length >= 4;
  return looksChosen(decoded) || looksRandom(decoded);
}
