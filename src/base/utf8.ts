// UTF-8 as the log needs it: encoding, lenient decoding for display, and the strict test that a record without a
// checksum must pass (valid UTF-8 without NUL).

const encoder = new TextEncoder();
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** The bytes of `text`; lone surrogates become U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The text of `bytes`; bytes that are not UTF-8 become U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

/** How many bytes a code unit takes at most. */
const UNIT_BYTES_MAX = 3;
const room = new Uint8Array(1024);

/**
 * A copy of the text by itself: a text that was cut out of a longer one keeps all of that in memory. Lone surrogates
 * become U+FFFD.
 */
export function ownText(text: string): string {
  if (text === "") return "";
  if (text.length * UNIT_BYTES_MAX > room.length) return decodeUtf8(encodeUtf8(text));
  return decodeUtf8(room.subarray(0, encoder.encodeInto(text, room).written));
}

/** Whether `bytes` are valid UTF-8 without a NUL byte. */
export function isPlainText(bytes: Uint8Array): boolean {
  return bytes.indexOf(0) < 0 && isUtf8(bytes);
}

/** Whether `bytes` are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
