// Lines of a file as they may leave the machine: without credentials, those of several lines among them.

const HIDDEN = "[redacted]";

/** The lines of a text, masked. Lines of a credential that spans several hide wherever they stand. */
export function safeLines(lines: readonly string[], mask: (text: string) => string): readonly string[] {
  const masked = mask(lines.join("\n")).split("\n");
  if (masked.length === lines.length) return masked;
  const known = new Set(masked);
  return lines.map((line) => (known.has(line) ? line : HIDDEN));
}
