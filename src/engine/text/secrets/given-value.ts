// Whether a value is a password that stands where the grammar of a command says that one stands. It need not look like
// one, then.

import { isPlaceholder, isReference, looksRandom } from "./value.ts";

const LENGTH_MIN = 4;
const LETTERS_MIN = 8;

/** Whether a value at a place where a password stands is one: no variable, path, port or gap in a form. */
export function isSure(value: string): boolean {
  if (value.length < LENGTH_MIN || /\s/.test(value) || isPlaceholder(value) || isReference(value)) return false;
  if (/^[\d:.,/*-]+$/.test(value)) return /^\d{6,}$/.test(value);
  if (/^[a-z]+$/.test(value)) return value.length >= LETTERS_MIN;
  return true;
}

/** The same of a word that only follows its option: it has to be unlike a word of a sentence. */
export function isLikely(value: string): boolean {
  if (!isSure(value) || value.startsWith("-")) return false;
  const hasDigit = /\d/.test(value) && /[A-Za-z]/.test(value);
  const hasSymbol = /[!#%&*+=?@^~$]/.test(value);
  const isMixed = /[a-z][A-Z]|[A-Z].*[a-z].*[A-Z]/.test(value);
  return (
    (hasDigit && !/^[\w.-]+\.\w+$/.test(value)) ||
    hasSymbol ||
    (isMixed && value.length >= LETTERS_MIN) ||
    looksRandom(value)
  );
}
