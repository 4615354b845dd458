// Makes a text that comes in pieces harmless to show, as `forTerminal` makes a whole one. Pieces are handed on in words,
// so that nothing dangerous is cut in two: a terminal sequence, a tag that says who speaks, a character of two halves.
// Invariants:
// - All that is taken is handed on at the end.
// - Little is held back: at most HELD_MAX code units, whatever comes.

import { forTerminal } from "./clean.ts";

/** What follows an opening bracket decides within so many characters whether it begins a tag (sanitise.ts). */
const TAG_LENGTH_MAX = 48;
const HELD_MAX = 4096;
/** The end of the last word; scripts without spaces have words of one character, if no mark belongs to it. */
const LAST_WORD_END = /^[\s\S]*(?:[^\S\r]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3001\u3002](?=[\s\S])(?!\p{M}|\p{DI}))/u;
/** The first half of a character, whose second one may come. */
const FIRST_HALF = /[\ud800-\udbff]$/;
const UNSEEN = /[\p{Cc}\p{Cf}\p{M}\p{DI}\s]/gu;

export class HarmlessStream {
  #held = "";

  /** Takes a piece. Returns what may be shown now. */
  take(piece: string): string {
    const text = this.#held + piece;
    const end = endOfWhole(text);
    this.#held = text.slice(end);
    const shown = forTerminal(text.slice(0, end));
    if (this.#held.length <= HELD_MAX) return shown;
    const whole = this.#held.replace(FIRST_HALF, "");
    this.#held = this.#held.slice(whole.length);
    // What is still open may be a tag when the rest of it comes.
    return shown + forTerminal(whole.replaceAll("<", "‹").replaceAll("[", "⟦"));
  }

  /** What was held back. */
  end(): string {
    const text = this.#held;
    this.#held = "";
    return forTerminal(text);
  }
}

/** The length of the beginning in which everything is whole. */
function endOfWhole(text: string): number {
  const end = LAST_WORD_END.exec(text)?.[0].length ?? 0;
  const open = [openAt(text, "<", ">", end), openAt(text, "[", "]", end)].filter((at) => at >= 0);
  if (open.length === 0) return end;
  // The letters before a bracket say whether it is a tag.
  const before = text.slice(0, Math.min(...open));
  return before.length - (/\S{0,100}$/.exec(before)?.[0].length ?? 0);
}

/** Where the last bracket stands before `end`, if it may begin a tag whose end has not come; -1 for none. */
function openAt(text: string, opening: string, closing: string, end: number): number {
  const at = text.lastIndexOf(opening, end - 1);
  if (at < 0 || end === 0) return -1;
  const behind = text.slice(at, end);
  if (behind.includes(closing)) return -1;
  return behind.replace(UNSEEN, "").length > TAG_LENGTH_MAX ? -1 : at;
}
