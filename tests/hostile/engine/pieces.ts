// Whether something is left of a credential in a text.

/** So much of a credential that it helps somebody. */
const PIECE_LENGTH = 8;

/** Whether a piece of the secret stands in the text; what frames a key is no secret. */
export function isLeft(secret: string, text: string): boolean {
  for (let at = 0; at + PIECE_LENGTH <= secret.length; at++) {
    const piece = secret.slice(at, at + PIECE_LENGTH);
    if (/[A-Za-z0-9]{2}/.test(piece) && !/PRIVATE|-----|KEY/.test(piece) && text.includes(piece)) return true;
  }
  return text.includes(secret);
}
