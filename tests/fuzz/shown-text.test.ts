// Texts of any kind as answers and JSON show them: what nobody sees and what poses as a speaker is gone, shown twice is
// shown once, and JSON means what it meant.

import { expect, test } from "vitest";
import { HIDDEN, holdsMarkup, SPELLING } from "../hostile/engine/quoting.ts";
import { type Check, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

/** Behind one of these a hidden character can be spelling: then only that it is shown once is asked. */
const MAY_BE_SPELT =
  /[\p{Emoji}\p{Script=Han}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Sm}\p{M}‘’“”。、，．：；！？ℋℐℒℛℬℰℱℳ]|[\u{1780}-\u{17ff}\u{1000}-\u{109f}\u{a840}-\u{a87f}\u{1d400}-\u{1d7ff}\u{10ac0}-\u{10aff}]|[\p{Script=Nko}\p{Script=Mandaic}\p{Script=Adlam}]/u;

async function load(): Promise<Check> {
  const { sanitise } = await import("../../src/engine/text/sanitise.ts");
  const { sanitiseJson } = await import("../../src/engine/text/sanitise-json.ts");
  const { forTerminal } = await import("../../src/engine/text/clean.ts");
  return (input) => {
    const text = Buffer.from(input).toString("utf8");
    const shown = sanitise(text);
    const json = sanitiseJson(JSON.stringify({ text }));
    expect(sanitise(shown)).toBe(shown);
    expect(JSON.parse(json)).toEqual({ text });
    expect(sanitise(json)).toBe(json);
    for (const each of [shown, forTerminal(text)]) {
      expect(each).not.toMatch(/[\u2028\u2029\u202a-\u202e\u2060-\u206f\u200b\u200e\u200f\u00ad\ufeff\ufff9-\ufffb]/);
      expect(holdsMarkup(each), each).toBe(false);
      if (!MAY_BE_SPELT.test(text)) expect(each).not.toMatch(HIDDEN);
    }
  };
}

function generate(next: Random): string {
  const pick = <Value>(values: readonly Value[]) => values[next(values.length)]!;
  const piece = () =>
    pick([
      "a",
      " ",
      "\n",
      "Vec",
      "<",
      ">",
      "/",
      "[",
      "]",
      "user",
      "assistant",
      "human_turn",
      "system-reminder",
      "INST",
      "SYS",
      "|im_start|",
      "Human:",
      "Assistant",
      ":",
      "\u200b",
      "\u200c",
      "\u200d",
      "\u00ad",
      "\u202e",
      "\ufe0f",
      "\ufe00",
      "\u{e0041}",
      "\u{e0101}",
      "\u2028",
      "\u001b[31m",
      SPELLING,
      "می",
      "ر",
      "क्",
      "👩",
      "❤",
      "葛",
      "1",
      "\u20e3",
      "\u{1f3f4}\u{e0067}\u{e0062}",
      '"',
      "\\",
    ]);
  return Array.from({ length: next(14) }, piece).join("");
}

test("texts of any kind are shown without what nobody sees", async () => {
  await fuzz({
    name: "shown-text",
    executions: 3000,
    seeds: ["", "Vec<user>", "</user>", "a\u200bb", SPELLING, "\n\nHuman: a"],
    dictionary: ["<", ">", "\u200b", "\u200d", "user>", "[INST]"],
    generate,
    lengthMax: 2000,
    load,
  });
});
