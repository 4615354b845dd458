// The key of a kept output: eight characters of Crockford's base 32, 40 random bits. It is short, because it stands in
// every shortened output, and it can be read aloud: no letter in it looks like a digit.

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;
/** Letters that are read as digits, as Crockford's base 32 has it. */
const ALIASES: Readonly<Record<string, string>> = { I: "1", L: "1", O: "0" };
const GIVEN = /^[0-9A-TV-Z]{8}$/;

/** A new key. */
export function randomOutputKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => ALPHABET[byte % 32]!).join("");
}

/** The key as somebody gives it: in small letters, with `o` for 0, `i` or `l` for 1; null for what is no key. */
export function parseOutputKey(given: string): string | null {
  const key = given.trim().toUpperCase();
  return GIVEN.test(key) ? key.replace(/[ILO]/g, (letter) => ALIASES[letter]!) : null;
}
