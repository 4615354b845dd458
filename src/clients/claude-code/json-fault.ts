// Finds the place where a text stops being JSON, for the person who has to repair it. JSON.parse decides whether there
// is a fault; this module only locates it.

const TOKENS =
  /\s*(?:([{}[\],:])|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;
const COMMENT = /\s*(?:\/\/|\/\*|#)/y;
const SHOWN_MAX = 200_000;

/** The place and kind of the fault, e.g. `line 4: a comment`; "" when it is not found. */
export function faultOf(text: string): string {
  const body = text.replace(/^\uFEFF/, "");
  let at = 0;
  let before = "";
  for (let count = 0; count < SHOWN_MAX; count++) {
    TOKENS.lastIndex = at;
    const token = TOKENS.exec(body);
    if (token === null) break;
    const sign = token[1] ?? "value";
    if (!mayFollow(before, sign)) {
      const isTrailing = before === "," && (sign === "}" || sign === "]");
      return place(body, TOKENS.lastIndex - 1, isTrailing ? "a comma before the end of a list" : "out of place");
    }
    before = sign;
    at = TOKENS.lastIndex;
  }
  if (body.slice(at).trim() === "") return before === "" ? "it is empty" : "it ends too early";
  COMMENT.lastIndex = at;
  return place(body, at + body.slice(at).search(/\S/), COMMENT.test(body) ? "a comment" : "not readable");
}

/** Whether one token may follow another, as far as that can be decided without knowing which brackets are open. */
function mayFollow(before: string, sign: string): boolean {
  switch (before) {
    case "":
    case ":":
      return sign === "{" || sign === "[" || sign === "value";
    case ",":
      return sign === "{" || sign === "[" || sign === "value";
    case "{":
      return sign === "}" || sign === "value";
    case "[":
      return sign !== "," && sign !== ":" && sign !== "}";
    default:
      return sign === "," || sign === "}" || sign === "]" || (sign === ":" && before === "value");
  }
}

function place(body: string, at: number, what: string): string {
  return `line ${body.slice(0, at).split(/\r\n|\n|\r/).length}: ${what}`;
}
