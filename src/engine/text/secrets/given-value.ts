// Judges whether a value is a password where the grammar of a command puts one. Such a value need not look like a
// password.

import { isPlaceholder, isReference, looksRandom } from "./value.ts";

const LENGTH_MIN = 4;
const LETTERS_MIN = 8;

/** Whether a value in the place of a password is one: no variable, path, port or gap in a form. */
export function isSure(value: string): boolean {
  if (value.length < LENGTH_MIN || /\s/.test(value) || isPlaceholder(value) || isReference(value)) return false;
  if (/^[\d:.,/*-]+$/.test(value)) return /^\d{6,}$/.test(value);
  if (/^[a-z]+$/.test(value)) return value.length >= LETTERS_MIN;
  return true;
}

/** Whether a word that only follows its option is a password. Such a word must not look like a word of a sentence. */
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
