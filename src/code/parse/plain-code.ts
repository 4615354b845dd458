// Expressions and types as short plain text, so that a few rules can read them in any language.

/** More of an expression or a type is not read, in code units: each link of a chain of calls holds those before it. */
const SOURCE_MAX = 300;
const TEXT_MAX = 120;
const OPENING = "([{";
const CLOSING = ")]}";
/** Names with signs between, which most receivers are. */
const SIMPLE_RECEIVER = /^([\w$@#]+(?:(?:\.|::|->)[\w#][\w$#]*)*)(?:\?\.|\.|::|->)?$/;
/** What stands between a receiver and a name. */
const TRAILING_SIGNS = /(?:\?\.|!\.|&\.|\.|::\$|::|->|\\|\s)+$/;
const NONE: ReadonlySet<string> = new Set();
const WORD = /[\p{L}\p{N}_$]/u;

/** Source without comments and with single spaces. */
export function oneSpaced(source: string): string {
  return source
    .replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, " ")
    .replace(/(^|\s)\/\/[^\n]*/g, "$1")
    .replace(/\s#[^\n]*/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * `load().cache[]` of `load(a, b)\n  ?.cache[0]!`: no white space but between words, no type arguments, nothing in
 * brackets. Null for a text that is too long.
 */
export function plainExpression(source: string): string | null {
  if (source.length > SOURCE_MAX) return null;
  let text = "";
  let depth = 0;
  let isSpaced = false;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!;
    if (sign === '"' || sign === "`" || (sign === "'" && source.indexOf("'", at + 1) > at)) {
      at = endOfString(source, at);
      if (depth === 0) text += '""';
      continue;
    }
    if (CLOSING.includes(sign)) depth = Math.max(0, depth - 1);
    if (depth === 0) {
      if (/\s/.test(sign)) {
        isSpaced = true;
        continue;
      }
      if (isSpaced && WORD.test(sign) && WORD.test(text.at(-1) ?? "")) text += " ";
      isSpaced = false;
      text += sign;
    }
    if (OPENING.includes(sign)) depth++;
  }
  return withoutTypeArguments(text).replace(/[?!&]+(?=\.|->|$)/g, "");
}

/** Behind a string, a template or a character that begins at `at`; its last character. */
function endOfString(source: string, at: number): number {
  for (let end = at + 1; end < source.length; end++) {
    if (source[end] === "\\") end++;
    else if (source[end] === source[at]) return end;
  }
  return source.length;
}

function withoutTypeArguments(text: string): string {
  if (!text.includes("<") || /^(?:std::)?make_/.test(text)) return text;
  return text.replace(/(?:::)?<[^<>]*>/g, "").replace(/(?:::)?<[^<>]*>/g, "");
}

/** What stands in front of a name as a plain expression: `cache` of `cache?.`. Null for a text that is too long. */
export function plainReceiver(source: string): string | null {
  if (source.length > SOURCE_MAX) return null;
  const simple = SIMPLE_RECEIVER.exec(source)?.[1];
  return simple ?? plainExpression(source.replace(TRAILING_SIGNS, ""));
}

/** What stands in front of a name, as a reference shows it: at most 120 code units. */
export function receiverText(source: string): string {
  const plain = plainReceiver(source);
  if (plain === null) return "…";
  const text = plain || source.replace(TRAILING_SIGNS, "").replace(/\s+/g, " ").trim() || "…";
  return text.length <= TEXT_MAX ? text : `…${text.slice(1 - TEXT_MAX)}`;
}

/**
 * The bare name of a type: `Cache` of `readonly store.Cache<K> | null` or of `&'a mut Arc<Cache>`. Null for a list, a
 * function, a union of several. `http>Request` of `http.Request`, where `modules` has `http`.
 */
export function bareTypeName(
  source: string,
  wrappers: readonly string[],
  modules: ReadonlySet<string> = NONE,
): string | null {
  if (source.length > SOURCE_MAX || /=>|->/.test(source)) return null;
  let text = source.replace(/^[\s:]+/, "").trim();
  // The first of several results, which may have a name: `(c *Context, err error)`.
  if (text.startsWith("("))
    text = text
      .slice(1)
      .split(",", 1)[0]!
      .replace(/\)$/, "")
      .replace(/^\w+ (?=[*\w])/, "");
  text = text.replace(/^["']|["']$/g, "");
  const parts = text.split("|").filter((part) => !/^\s*(?:null|undefined|None|nil)\s*$/.test(part));
  if (parts.length !== 1) return null;
  text = parts[0]!.replace(/^(?:[&*?\s]|'\w+\s|(?:mut|dyn|impl|const|readonly|final|struct|some|any|inout)\s)+/, "");
  const found = /^([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}\p{N}_$]+)*)\s*(?:[<[](.*)[>\]])?[?!*&\s]*$/su.exec(
    text,
  );
  if (found === null) return null;
  const path = found[1]!.split(/\.|::|\\/);
  const name = path.at(-1)!;
  if (/\[\]\s*$/.test(text)) return null;
  return wrappers.includes(name) && found[2] !== undefined
    ? bareTypeName(firstItem(found[2]), wrappers, modules)
    : path.length === 2 && modules.has(path[0]!)
      ? path.join(">")
      : name;
}

/** The first item of a list, up to a comma that stands in no brackets. */
function firstItem(list: string): string {
  let depth = 0;
  for (let at = 0; at < list.length; at++) {
    if ("<([{".includes(list[at]!)) depth++;
    else if (">)]}".includes(list[at]!)) depth--;
    else if (list[at] === "," && depth === 0) return list.slice(0, at);
  }
  return list;
}
