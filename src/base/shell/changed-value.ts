// What the operations of a shell make of the value of a variable: `${name:-x}`, `${name%.ts}`, `${name/a/b}`.

import type { ParameterOperation, Word } from "unbash";

/** The value behind an operation; null where it is not known. `value` is null for a variable that is not known. */
export function changedValue(
  value: readonly string[] | null,
  operation: ParameterOperation,
  textOf: (word: Word) => string,
): readonly string[] | null {
  switch (operation.type) {
    case "Default": {
      const { operator, operand } = operation;
      const isEmpty = value === null || (operator.startsWith(":") && value.join("") === "");
      if (operator.endsWith("+")) return isEmpty ? null : [textOf(operand)];
      return isEmpty && !operator.endsWith("?") ? [textOf(operand)] : value;
    }
    case "Remove": {
      const pattern = textOf(operation.operand);
      const cut = (text: string) => withoutMatch(text, operation.operator, operation.operand.text, pattern);
      const changed = value?.map(cut) ?? [null];
      return changed.includes(null) ? null : (changed as string[]);
    }
    case "Replace": {
      const { operator, pattern, replacement } = operation;
      const from = pattern.value;
      if (value === null || /[*?[\\$`]/.test(pattern.text) || operator.length !== 1) return null;
      return value.map((text) => text.replace(from, () => textOf(replacement)));
    }
    default:
      return null;
  }
}

/** A text without what a pattern matches at its end or its beginning. Only plain patterns are understood. */
function withoutMatch(text: string, operator: string, written: string, pattern: string): string | null {
  const isEnd = operator.startsWith("%");
  const star = isEnd ? /^(.)\*$/.exec(written) : /^\*(.)$/.exec(written);
  if (star !== null) {
    const isFirst = operator === "%%" || operator === "#";
    const at = isFirst ? text.indexOf(star[1]!) : text.lastIndexOf(star[1]!);
    if (at < 0) return text;
    return isEnd ? text.slice(0, at) : text.slice(at + 1);
  }
  if (/[*?[\\$`]/.test(written)) return null;
  if (isEnd) return text.endsWith(pattern) ? text.slice(0, text.length - pattern.length) : text;
  return text.startsWith(pattern) ? text.slice(pattern.length) : text;
}
