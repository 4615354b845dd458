// Texts of any script through the tokenizer: terms are well formed, bounded and merged; lines are taken one by one; and
// each word of a text finds it.

import { expect, test } from "vitest";
import type { TermGroup } from "../../src/engine/text/tokenizer.ts";
import { type Check, fuzz } from "./engine/campaign.ts";

async function load(): Promise<Check> {
  const { contentTokens, termGroups, tokenize } = await import("../../src/engine/text/tokenizer.ts");
  const { snippetLines } = await import("../../src/notes/text/snippet.ts");
  const { cleanText } = await import("../../src/engine/text/clean.ts");
  const matches = (group: TermGroup, terms: ReadonlySet<string>) =>
    (group.whole !== null && terms.has(group.whole)) ||
    (group.prefix && [...terms].some((term) => term.startsWith(group.parts[0]!))) ||
    (group.parts.length > 0 && group.parts.every((part) => terms.has(part)));
  return (input) => {
    const text = Buffer.from(input).toString("utf8");
    const list = tokenize(text);
    for (const term of list) {
      if (!term.isWellFormed() || /[A-Z\s]/.test(term) || term.length === 0 || term.length > 128) {
        throw new Error(`the term ${JSON.stringify(term)}`);
      }
    }
    const terms = new Set(list);
    for (const word of text.split(/\s+/).slice(0, 40)) {
      for (const group of termGroups(word)) {
        if (!matches(group, terms)) throw new Error(`not found by ${JSON.stringify(word)}`);
      }
    }
    for (const token of contentTokens(text)) if (!terms.has(token)) throw new Error(`foreign ${token}`);
    expect(tokenize(`${text}\n${text}`)).toEqual([...list, ...list]);
    const { text: clean } = cleanText(text);
    expect(cleanText(clean)).toEqual({ text: clean, removed: 0 });
    for (const line of snippetLines(clean)) {
      if (line.includes("\n") || line.length > 120 || !line.isWellFormed()) throw new Error(`the snippet ${line}`);
    }
  };
}

test("a text of any script gives terms that find it", async () => {
  await fuzz({
    name: "tokenizer",
    executions: 2000,
    seeds: [
      "CachedEntry tokenize_fields HTTPServer2 x_y a-b C++ don't 3.14 v1.2.3",
      "Łódź йод İstanbul straße ﬁne ① ℌ ﷺ",
      "日本語の検索 サーバー 한국어 ภาษาไทย हिन्दी עברית العربية",
      "👨‍👩‍👧 1️⃣ ⚠️ e\u0301\u0301\u0301",
      "a".repeat(300),
      "検".repeat(200),
    ],
    lengthMax: 2048,
    load,
  });
});
