// Says in lines why a result ranks where it does. These lines begin with "=". Lines of a list or of a text begin with
// spaces, ">" or brackets, so no line of a note can be mistaken for an explanation.

import { counted } from "../../base/wording.ts";
import type { TermShare } from "../../engine/search/explanation.ts";
import { showControls } from "../../engine/text/controls.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { NoteExplanation } from "../../notes/search/note-search.ts";

/**
 * How many terms are listed, how many of their forms and of the missing words are named, and how long a word may be.
 */
const TERMS_SHOWN = 12;
const NAMES_SHOWN = 4;
const MISSING_SHOWN = 8;
const NAME_LENGTH_MAX = 40;

/** An explanation with how often the note helped and misled, where that was judged. */
export interface ShownExplanation extends Omit<NoteExplanation, "judged"> {
  readonly judged?: { readonly factor: number; readonly helped: number; readonly misled: number };
}

/** One line for the score, one for each term, and one for the missing words. */
export function explanationLines({
  terms,
  missing,
  proximity,
  feedback,
  entries,
  ...factors
}: ShownExplanation): string[] {
  const words = terms.reduce((sum, { score }) => sum + score, 0);
  const near = proximity > 0 ? ` + ${figure(proximity)} proximity` : "";
  const like = feedback > 0 ? ` + ${figure(feedback)} subject of the best` : "";
  const lines = [
    `= score ${figure(factors.score)}: ${figure(words)} words${near}${like}${factorsOf(factors)}`,
    ...terms.slice(0, TERMS_SHOWN).map((term) => termLine(term, entries)),
  ];
  if (terms.length > TERMS_SHOWN)
    lines.push(`=   and ${counted(terms.length - TERMS_SHOWN, "more term", "more terms")}`);
  if (missing.length > 0) lines.push(`=   without ${named(missing, MISSING_SHOWN)}`);
  return lines;
}

function factorsOf({
  confidence,
  age,
  project,
  judged,
}: Pick<ShownExplanation, "confidence" | "age" | "project" | "judged">): string {
  const factors = [
    [confidence, "confidence"],
    [age, "age"],
    [project, "own project"],
  ] as const;
  const said = factors.flatMap(([factor, name]) =>
    figure(factor) === "1.00" ? [] : [`, x ${figure(factor)} ${name}`],
  );
  // Where as many helped as misled, the record is worth being known all the same.
  if (judged !== undefined)
    said.push(`, x ${figure(judged.factor)} helped ${judged.helped} of ${judged.helped + judged.misled}`);
  return said.join("");
}

function termLine(term: TermShare, entries: number): string {
  const { names, holders, weight, frequency, inFirstLine, parts, score } = term;
  const beyond = parts.length > 0 ? ` beyond ${named(parts, NAMES_SHOWN)}` : "";
  const first = inFirstLine > 0 ? `, ${inFirstLine} in the first line` : "";
  const times = counted(frequency, "time", "times");
  // If a term has several forms, the number of notes that hold any of them is only estimated.
  const about = names.length > 1 ? "about " : "";
  const share = `in ${about}${Math.max(1, Math.round(holders))} of ${counted(entries, "note", "notes")}`;
  const less = figure(weight) === "1.00" ? "" : `, counts ${figure(weight)}`;
  return `=   ${figure(score)} ${named(names, NAMES_SHOWN)}${beyond}: ${times}${first}; ${share}${less}`;
}

function named(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map((name) => cutLine(showControls(name), NAME_LENGTH_MAX));
  return `${shown.join(", ")}${names.length > most ? ", …" : ""}`;
}

function figure(value: number): string {
  return value.toFixed(2);
}
