// What a word is, how it splits, and that texts of every script are found by their own words.

import { describe, expect, it } from "vitest";
import {
  contentTokens,
  isStopWord,
  STOP_WORDS,
  type TermGroup,
  termGroups,
  tokenize,
} from "../../../../src/engine/text/tokenizer.ts";

/** Whether an entry with these terms matches the group, as a query decides it. */
function matches(group: TermGroup, terms: ReadonlySet<string>): boolean {
  if (group.whole !== null && terms.has(group.whole)) return true;
  if (group.prefix) return [...terms].some((term) => term.startsWith(group.parts[0]!));
  return group.parts.length > 0 && group.parts.every((part) => terms.has(part));
}

function finds(query: string, text: string): boolean {
  const terms = new Set(tokenize(text));
  const groups = termGroups(query);
  return groups.length > 0 && groups.every((group) => matches(group, terms));
}

describe("tokenize: identifiers", () => {
  it.each([
    ["the linker wants arm64", ["the", "linker", "wants", "arm64"]],
    ["CachedEntry", ["cached", "entry", "cachedentry"]],
    ["cached_entry", ["cached", "entry", "cachedentry"]],
    ["cached-entry", ["cached", "entry", "cachedentry"]],
    ["HTTPServer", ["http", "server", "httpserver"]],
    ["HTTPServer2", ["http", "server2", "httpserver2"]],
    ["parseHTTP", ["parse", "http", "parsehttp"]],
    ["utf8Decoder", ["utf8", "decoder", "utf8decoder"]],
    ["HTTP2Server", ["http2", "server", "http2server"]],
    ["x86_64", ["x86", "64", "x8664"]],
    ["2fast", ["2fast"]],
    ["xPos", ["pos", "xpos"]],
    ["aB", ["ab"]],
    ["x", []],
    ["__init__", ["init"]],
    ["foo--bar -baz- qux_", ["foo", "bar", "baz", "qux"]],
    ["src/app.ts:42", ["src", "app", "ts", "42"]],
    ["don't", ["don"]],
    ["SHOUTING", ["shouting"]],
    ["", []],
    [" \t\n...", []],
  ])("%j", (text, terms) => {
    expect(tokenize(text)).toEqual(terms);
  });

  it("keeps stop words, which only queries drop", () => {
    expect(tokenize("that which")).toEqual(["that", "which"]);
  });
});

describe("tokenize: scripts", () => {
  it.each([
    ["German", "Grüße Straße", ["grusse", "strasse"], ["GRÜSSE", "grusse", "strasse", "Straße"]],
    ["French", "garçon œuvre naïve", ["garcon", "oeuvre", "naive"], ["garcon", "oeuvre", "naïve"]],
    ["Polish", "Łódź", ["lodz"], ["lodz", "łódź", "LODZ"]],
    ["Nordic", "Ærø þing eð", ["aero", "thing", "ed"], ["ærø", "aero"]],
    ["Turkish", "İstanbul ısı", ["istanbul", "isi"], ["istanbul", "ISI"]],
    ["Vietnamese", "Tiếng Việt", ["tieng", "viet"], ["tieng viet", "việt"]],
    ["Cyrillic", "Йод Ёлка", ["йод", "ёлка"], ["йод", "ЁЛКА"]],
    ["Greek", "Ελλάδα", ["ελλάδα"], ["ΕΛΛΆΔΑ"]],
    ["Arabic", "العربية", ["العربية"], ["العربية"]],
    ["Hebrew", "שלום", ["שלום"], ["שלום"]],
    ["Devanagari", "हिन्दी", ["हिन्दी"], ["हिन्दी"]],
    ["Han", "数据库", ["数据", "据库", "库"], ["数据库", "数据", "据库", "数", "据", "库"]],
    ["Hiragana and Han", "日本語の", ["日本", "本語", "語の", "の"], ["日本語", "語", "の"]],
    ["Katakana", "サーバー", ["サー", "ーバ", "バー", "ー"], ["サーバー", "サー", "バ"]],
    ["half-width Katakana", "ｻｰﾊﾞｰ", ["サー", "ーバ", "バー", "ー"], ["サーバー"]],
    ["Hangul", "한국어", ["한국", "국어", "어"], ["한국", "한", "어", "한국어".normalize("NFD")]],
    ["Thai", "ภาษา", ["ภา", "าษ", "ษา", "า"], ["ภาษา", "ษ"]],
    ["Han beyond the BMP", "\u{20000}\u{20001}", ["\u{20000}\u{20001}", "\u{20001}"], ["\u{20000}", "\u{20001}"]],
    ["full-width Latin", "ＡＰＩ", ["api"], ["api"]],
    ["ligature", "ﬁle", ["file"], ["file"]],
  ])("%s", (_name, text, terms, queries) => {
    expect(tokenize(text)).toEqual(terms);
    for (const query of queries) expect([query, finds(query, text)]).toEqual([query, true]);
  });

  it("ends a word where the script changes", () => {
    expect(tokenize("日本語text検")).toEqual(["日本", "本語", "語", "text", "検"]);
    expect(tokenize("foo_日本")).toEqual(["foo", "日本", "本"]);
  });

  it("finds decomposed text by composed words and the other way round", () => {
    expect(finds("café", "cafe\u0301")).toBe(true);
    expect(finds("cafe\u0301", "café")).toBe(true);
    expect(finds("и\u0306од", "йод")).toBe(true);
  });

  it("looks through characters that are not seen", () => {
    expect(finds("warning", "\u26A0\uFE0Fwarning")).toBe(true);
    expect(finds("cooperate", "co\u00ADoperate")).toBe(true);
  });

  it("does not find what is not there", () => {
    expect(finds("本日", "日本")).toBe(false);
    expect(finds("и", "й й")).toBe(false);
    expect(finds("cache", "cached")).toBe(false);
  });
});

describe("tokenize: limits", () => {
  it("cuts terms at 128 code units", () => {
    const [term] = tokenize("a".repeat(300));
    expect(term).toBe("a".repeat(128));
    expect(tokenize(`${"ab_".repeat(100)}ab`).at(-1)).toBe("ab".repeat(64));
    expect(tokenize(`Ab${"AbCd".repeat(100)}`).at(-1)).toHaveLength(128);
  });

  it("never cuts between surrogates", () => {
    const deseret = "\u{10428}";
    const [term] = tokenize(`é${deseret.repeat(100)}`);
    expect(term).toBe(`e${deseret.repeat(63)}`);
  });

  it("takes lone surrogates and marks for separators", () => {
    expect(tokenize("ab\ud800cd \u0301ef")).toEqual(["ab", "cd", "ef"]);
  });

  it("drops a single letter whatever its width", () => {
    expect(tokenize("\u{10428} я é")).toEqual([]);
    expect(tokenize("ß")).toEqual(["ss"]);
  });
});

describe("termGroups", () => {
  it("asks for the whole or the parts of a compound word", () => {
    expect(termGroups("CachedEntry")).toEqual([
      { word: "CachedEntry", whole: "cachedentry", parts: ["cached", "entry"], prefix: false },
    ]);
    expect(finds("CachedEntry", "the cached old entry")).toBe(true);
    expect(finds("CachedEntry", "cachedentry")).toBe(true);
    expect(finds("cached_entry", "CachedEntry")).toBe(true);
    expect(finds("CachedEntry", "cached")).toBe(false);
  });

  it("asks for bigrams, or for what begins with a single character", () => {
    expect(termGroups("日本語")).toEqual([{ word: "日本語", whole: null, parts: ["日本", "本語"], prefix: false }]);
    expect(termGroups("語")).toEqual([{ word: "語", whole: null, parts: ["語"], prefix: true }]);
  });

  it("keeps short words only when they have a whole", () => {
    expect(termGroups("x")).toEqual([]);
    expect(termGroups("aB")).toEqual([{ word: "aB", whole: "ab", parts: [], prefix: false }]);
    expect(termGroups("xPos")).toEqual([{ word: "xPos", whole: "xpos", parts: ["pos"], prefix: false }]);
  });

  it("names each word and each part once", () => {
    expect(termGroups("cache Cache CACHE").map((group) => group.word)).toEqual(["cache"]);
    expect(termGroups("log-log ハハハ").map((group) => group.parts)).toEqual([["log"], ["ハハ"]]);
  });
});

describe("stop words", () => {
  it("are those of simple words only", () => {
    expect(STOP_WORDS.has("between")).toBe(true);
    expect(termGroups("which that-which API").map(isStopWord)).toEqual([true, false, false]);
  });
});

describe("contentTokens", () => {
  it("holds parts, without stop words and wholes", () => {
    expect([...contentTokens("that CachedEntry, cached aB 日本")]).toEqual(["cached", "entry", "ab", "日本"]);
  });
});
