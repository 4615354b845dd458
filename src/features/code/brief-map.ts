// Two lines that tell a newcomer what a tree of code is: what it is made of, and where it is entered and changes most.

import { counted } from "../../base/wording.ts";
import { type Language, languageName } from "../../code/languages.ts";
import type { BriefMap } from "../../code/store/brief-map-file.ts";
import { briefFacts } from "./map-facts.ts";
import type { Reading } from "./reading.ts";
import { shownLine } from "./shown-lines.ts";

const MODULES_MAX = 8;
const MODULES_SHOWN = 6;
const LANGUAGES_SHOWN = 3;
const STARTS_SHOWN = 3;
const CHANGED_SHOWN = 4;
const LINE_LENGTH_MAX = 300;
/** A language with a smaller share of the files is not told. */
const SHARE_MIN = 0.05;

/** The lines on a tree, each with the paths that it names; none for a tree without code. */
export function briefMap(reading: Reading): BriefMap {
  const { mask } = reading;
  const { files, modules, starts, changed } = briefFacts(reading, MODULES_MAX);
  if (files.length === 0) return { lines: [] };
  const tests = files.filter(({ pathClass }) => pathClass === "test").length;
  const named = modules.filter(({ name }) => name !== "" && name !== "/*").slice(0, MODULES_SHOWN);
  const parts = named.map(({ name, files: own }) => (own.length === 1 ? name : `${name} (${own.length})`));
  const made = [
    `${counted(files.length, "file", "files")} of code (${languagesOf(files)})`,
    ...(tests === 0 ? [] : [counted(tests, "of them a test", "of them tests")]),
  ].join(", ");
  const first = parts.length === 0 ? made : `${made}: ${parts.join(", ")}`;
  const entered = starts.starts.filter(({ path }) => path !== null).slice(0, STARTS_SHOWN);
  const hot = changed.slice(0, CHANGED_SHOWN).map(({ path }) => path);
  const second = [
    ...(entered.length === 0 ? [] : [`entered at ${entered.map(({ path, how }) => `${path} (${how})`).join(", ")}`]),
    ...(hot.length === 0 ? [] : [`changed most lately: ${hot.join(", ")}`]),
  ].join("; ");
  const folders = named.map(({ name }) => name.replace(/\/\*$/, ""));
  const lines = [
    { text: shownLine(first, mask, LINE_LENGTH_MAX), paths: folders },
    { text: shownLine(second, mask, LINE_LENGTH_MAX), paths: [...entered.map(({ path }) => path!), ...hot] },
  ];
  return { lines: lines.filter(({ text }) => text !== "") };
}

function languagesOf(files: readonly { readonly language: Language }[]): string {
  const counts = new Map<Language, number>();
  for (const { language } of files) counts.set(language, (counts.get(language) ?? 0) + 1);
  const shares = [...counts].sort((a, b) => b[1] - a[1]).slice(0, LANGUAGES_SHOWN);
  return shares
    .filter(([, count], at) => at === 0 || count >= files.length * SHARE_MIN)
    .map(([language, count]) => `${languageName(language)} ${Math.round((count / files.length) * 100)} %`)
    .join(", ");
}
