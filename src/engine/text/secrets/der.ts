// Tells private keys from certificates, public keys and requests by the first bytes of their DER (X.690). All of them
// are a SEQUENCE; they differ in its first elements.

/** The size of a private key in DER. */
export interface DerKey {
  /** In bytes, including the header. */
  readonly length: number;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
/** PKCS #5 and PKCS #12 encryption, in an EncryptedPrivateKeyInfo (RFC 5958): 1.2.840.113549.1.5 and .12.1. */
const ENCRYPTION = ["2a864886f70d0105", "2a864886f70d010c01"];
const KEY_LENGTH_MIN = 32;

/**
 * Returns the private key that begins with these bytes, or null when none does. The first 36 bytes of a key are enough.
 */
export function privateKeyOf(bytes: Uint8Array): DerKey | null {
  const outer = elementAt(bytes, 0);
  if (outer === null || outer.tag !== SEQUENCE || outer.length < KEY_LENGTH_MIN) return null;
  const key = { length: outer.start + outer.length };
  const first = elementAt(bytes, outer.start);
  if (first === null) return null;
  if (first.tag === SEQUENCE) return isEncrypted(bytes, first.start) ? key : null;
  if (first.tag !== INTEGER || first.length !== 1) return null;
  const version = bytes[first.start]!;
  const second = elementAt(bytes, first.start + 1);
  if (second === null) return null;
  // RSA and DSA: version 0, then the modulus. PKCS #8: version 0 or 1, then the algorithm. EC: version 1, then the key.
  // PKCS #12: version 3.
  const isNumber = version <= 1 && second.tag === INTEGER && second.length > 16;
  const isPkcs8 = version <= 1 && second.tag === SEQUENCE && bytes[second.start] === OBJECT_ID;
  const isEc = version === 1 && second.tag === OCTET_STRING && second.length >= 16;
  const isPkcs12 = version === 3 && second.tag === SEQUENCE;
  return isNumber || isPkcs8 || isEc || isPkcs12 ? key : null;
}

function isEncrypted(bytes: Uint8Array, at: number): boolean {
  const algorithm = elementAt(bytes, at);
  if (algorithm === null || algorithm.tag !== OBJECT_ID) return false;
  const hex = Array.from(bytes.slice(algorithm.start, algorithm.start + 9), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return ENCRYPTION.some((prefix) => hex.startsWith(prefix));
}

/** Returns the element that begins at `at`: its tag, where its content begins, and the length of the content. */
function elementAt(bytes: Uint8Array, at: number): { tag: number; start: number; length: number } | null {
  const [tag, size] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || size === undefined) return null;
  if (size < 0x80) return { tag, start: at + 2, length: size };
  const count = size & 0x7f;
  if (count === 0 || count > 3 || at + 2 + count > bytes.length) return null;
  let length = 0;
  for (let digit = 0; digit < count; digit++) length = length * 256 + bytes[at + 2 + digit]!;
  return { tag, start: at + 2 + count, length };
}
