// Decodes base64 in both alphabets (RFC 4648), as a whole or only its beginning.

/** Returns the first `most` bytes of a base64 text, with or without padding, or null when the text is no base64. */
export function decodeBase64(encoded: string, most = Number.POSITIVE_INFINITY): Uint8Array | null {
  const characters = Math.min(encoded.length, Math.ceil(most / 3) * 4);
  const part = encoded.slice(0, characters).replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (part.length % 4 === 1) return null;
  try {
    const binary = atob(part + "=".repeat((4 - (part.length % 4)) % 4));
    const bytes = new Uint8Array(Math.min(binary.length, most));
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}

const PRINTED = new TextDecoder("utf-8", { fatal: true });
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const LOOKED_AT = 48;

/** Returns the text that base64 encodes, or null when it encodes anything else. */
export function decodeBase64Text(encoded: string): string | null {
  const start = decodeBase64(encoded, LOOKED_AT);
  if (start === null || start.length < 3) return null;
  for (const byte of start) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) return null;
  const bytes = decodeBase64(encoded);
  if (bytes === null) return null;
  try {
    const text = PRINTED.decode(bytes);
    return CONTROL.test(text) ? null : text;
  } catch {
    return null;
  }
}
