// code action=impact diff=true: what the changes reach that are not committed yet, down to the tests to run. Symbols that
// are gone and still used come first.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import type { Uncommitted } from "../../code/files/uncommitted.ts";
import { languageOf } from "../../code/languages.ts";
import { qualifiedName } from "../../code/symbol-scanner.ts";
import { PagedText } from "../common/paged-text.ts";
import { definitionData } from "./callees.ts";
import { codeOf } from "./callers.ts";
import { changedSymbols } from "./changed-symbols.ts";
import type { CodeImpactData } from "./data.ts";
import { type Break, type GoneSymbol, usesOfGone } from "./gone-symbols.ts";
import { isTest, type Link, usersOf, walk } from "./impact-graph.ts";
import { addUsers, type Impact, impactData, leftLine, placeOf, summary, testFiles } from "./impact-view.ts";
import { usesByName } from "./mentions.ts";
import { OldVersions } from "./old-versions.ts";
import type { CodePorts } from "./ports.ts";
import { type Reading, settledReading } from "./reading.ts";
import { type Place, Relations, type SymbolNode } from "./relations.ts";
import { ShownFile } from "./shown-file.ts";

/** So many symbols that changed, and so many that are gone, are followed. */
const CHANGED_MAX = 300;
const GONE_MAX = 200;
const BREAK_PLACES_SHOWN = 3;
const DATA_MAX = 500;
const DATA_PLACES_MAX = 100;

/** What the changes that are not committed consist of. */
interface Changes {
  readonly changed: readonly SymbolNode[];
  readonly added: readonly SymbolNode[];
  readonly gone: readonly GoneSymbol[];
  /** Files of code, and others. */
  readonly codeFiles: number;
  readonly otherFiles: number;
  /** Files of code in which no symbol changed. */
  readonly unmoved: number;
  /** Files that a bound left out, those that are never read or cannot be shown, and those that the parser gave up. */
  readonly left: number;
  readonly hidden: number;
  readonly unparsed: number;
}

/** Finds it. Throws INVALID_ARGUMENT where it cannot be told what is not committed, CANCELLED. */
export function diffAnswer(ports: CodePorts, depth: number): Promise<Answer> {
  return settledReading(ports, async (reading) => {
    const uncommitted = await uncommittedOf(reading);
    const goneFiles = uncommitted.files.flatMap(({ path, before }) =>
      before !== null && path !== before ? [before] : [],
    );
    const relations = new Relations(reading, new Set(goneFiles));
    const changes = await changesOf(relations, uncommitted);
    const breaks: Break[] = [];
    for (const gone of changes.gone.slice(0, GONE_MAX)) {
      const found = await usesOfGone(relations, gone);
      if (found.places.length > 0) breaks.push(found);
    }
    const impact = await impactOf(relations, changes, breaks, depth);
    return present(reading, changes, breaks, impact);
  });
}

async function uncommittedOf({ ports, view }: Reading) {
  const { root } = view.tree;
  const why = (reason: string) => invalid(`what is not committed cannot be told: ${reason}`);
  const { git } = ports;
  if (git === undefined) throw why("git is not asked here");
  const { repositoryAt } = await import("../../platform/git/repository.ts");
  const repository = repositoryAt(root, git.files);
  if (repository === null || !repository.isOwn) throw why(`${root} is no git repository`);
  const { readUncommitted } = await import("../../code/files/uncommitted.ts");
  const found = await readUncommitted(git, { root, repository });
  if (typeof found === "string") throw why(found);
  return found;
}

async function changesOf(relations: Relations, { files, ...others }: Uncommitted): Promise<Changes> {
  const { reading } = relations;
  const versions = new OldVersions(reading);
  const changed: SymbolNode[] = [];
  const added: SymbolNode[] = [];
  const gone: GoneSymbol[] = [];
  let { left, hidden } = others;
  let [codeFiles, otherFiles, unmoved, unparsed] = [0, 0, 0, 0];
  for (const { path, before, text } of files) {
    if (languageOf(path ?? before!) === null) {
      otherFiles++;
      continue;
    }
    const isExcluded = reading.view.tree.excludedBy?.(path ?? before!) != null;
    if (isExcluded || (path !== null && reading.view.live.state(path) !== "read")) {
      hidden++;
      continue;
    }
    codeFiles++;
    const source = path === null ? null : await relations.parse(path);
    if (path !== null && source === null) {
      // It is in `relations.left` already, whatever the reason; what the parser gave up is told apart.
      const isGivenUp = reading.files.get(path)?.parsed === null;
      unparsed += Number(isGivenUp);
      left -= Number(isGivenUp);
      continue;
    }
    const now = source === null ? null : { text: source.file.text, parsed: source.parsed };
    // Of what is no new file there is a text, unless a bound left it out.
    const old = before === null ? null : text === null ? undefined : await versions.read(before, text);
    if (old === undefined) {
      left++;
      continue;
    }
    if (before !== null && old === null) {
      unparsed++;
      continue;
    }
    const found = changedSymbols(old, now);
    const nodes = (symbols: readonly { name: string; container: string | null }[]) =>
      relations.nodeIn(source!, qualifiedName(symbols[0]!));
    changed.push(...found.changed.map(nodes));
    const renamed = new Set(found.renamed.values());
    added.push(...found.added.map(nodes).filter(({ fullName }) => !renamed.has(fullName ?? "")));
    const file = new ShownFile(before ?? path!, text ?? "");
    const names = new Set(found.gone.map((symbols) => qualifiedName(symbols[0]!)));
    for (const symbols of found.gone) {
      const fullName = qualifiedName(symbols[0]!);
      // The members of a type that is gone are gone with it.
      if (symbols[0]!.container !== null && names.has(symbols[0]!.container)) continue;
      gone.push({ file, symbols, now: found.renamed.get(fullName) ?? null, isMoved: false });
    }
    if (path !== null && before !== null && path !== before) {
      const isGone = (name: string) => names.has(name);
      for (const symbol of old!.parsed.symbols) {
        const isTop = symbol.container === null && !isGone(symbol.name);
        if (isTop) gone.push({ file, symbols: [symbol], now: `in ${path}`, isMoved: true });
      }
    }
    if (found.changed.length + found.added.length + found.gone.length === 0) unmoved++;
  }
  return { changed, added, gone, codeFiles, otherFiles, unmoved, left, hidden, unparsed };
}

async function impactOf(
  relations: Relations,
  { changed, left }: Changes,
  breaks: readonly Break[],
  depth: number,
): Promise<Impact> {
  const byName: Place[] = [];
  const broken = new Map(breaks.map(({ node, places }) => [node, places]));
  const roots = [...broken.keys(), ...changed.slice(0, CHANGED_MAX)];
  const isRoot = new Set(roots);
  const users = await walk(roots, depth, async (node): Promise<readonly Link[]> => {
    const places = broken.get(node) ?? (isRoot.has(node) ? await usesByName(relations, node) : undefined);
    const found = await usersOf(relations, node, places);
    if (isRoot.has(node)) byName.push(...found.byName);
    return found.links;
  });
  return { users, used: null, byName, left: relations.left + left };
}

function present({ ports, mask }: Reading, changes: Changes, breaks: readonly Break[], impact: Impact): Answer {
  const { changed, added, gone, codeFiles, otherFiles, hidden, unparsed } = changes;
  const tests = testFiles(impact, mask, [...changed, ...added]);
  const isEmpty = codeFiles + otherFiles === 0;
  return {
    found: !isEmpty,
    isPaged: true,
    text() {
      if (isEmpty && hidden === 0) return "nothing is uncommitted: all files are as HEAD has them";
      if (isEmpty) return `no file that is read is uncommitted; ${hiddenLine(hidden)}`;
      const answer = new PagedText(ports, [
        ...(impact.left === 0 ? [] : [leftLine(impact.left)]),
        ...(unparsed === 0 ? [] : [`${counted(unparsed, "file", "files")} could not be parsed`]),
        ...(hidden === 0 ? [] : [hiddenLine(hidden)]),
      ]);
      answer.head(...headLines(changes));
      let results = addBreaks(answer, breaks, mask);
      const code = changed.filter((node) => !isTest(node));
      if (code.length > 0) answer.section(`changed: ${counted(code.length, "symbol", "symbols")}`);
      answer.addEach(code, (node) => [`  ${placeOf(node, mask)}`]);
      results += code.length;
      if (changed.length + breaks.length > 0) {
        answer.section(summary(impact, tests));
        results += addUsers(answer, impact, tests, mask, false);
      } else if (tests.length > 0) results += addUsers(answer, impact, tests, mask, false);
      return answer.text(results, (left) => counted(left, "more line", "more lines"));
    },
    data: (): CodeImpactData => ({
      symbols: [
        ...gone.flatMap(({ file, symbols, now, isMoved }) => {
          if (isMoved) return [];
          const change = now === null ? ("gone" as const) : ("renamed" as const);
          return [{ ...definitionData({ file, symbol: symbols[0]! }, mask), change }];
        }),
        ...changed.map((node) => ({ ...definitionData(node.definitions[0]!, mask), change: "changed" as const })),
        ...added.map((node) => ({ ...definitionData(node.definitions[0]!, mask), change: "new" as const })),
      ].slice(0, DATA_MAX),
      breaks: breaks.slice(0, DATA_MAX).map(({ gone: { file, symbols, now }, places }) => ({
        name: definitionData({ file, symbol: symbols[0]! }, mask).name,
        path: file.name(mask),
        now,
        places: places.slice(0, DATA_PLACES_MAX).map((place) => ({
          path: place.file.name(mask),
          line: place.reference.line,
          code: codeOf(place, mask),
        })),
        total: places.length,
      })),
      ...impactData(impact, tests, mask),
      hidden,
      unparsed,
    }),
  };
}

function hiddenLine(hidden: number): string {
  const files = hidden === 1 ? "1 file that is" : `${hidden} files that are`;
  return `left out: ${files} never read or cannot be shown`;
}

function headLines({ changed, added, gone, codeFiles, otherFiles, unmoved }: Changes): string[] {
  const others = otherFiles === 0 ? "" : ` and ${counted(otherFiles, "other", "others")}`;
  const own = gone.filter(({ isMoved }) => !isMoved);
  const counts = [
    [changed.length, "changed"],
    [added.length, "new"],
    [own.filter(({ now }) => now === null).length, "gone"],
    [own.filter(({ now }) => now !== null).length, "renamed"],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const symbols = parts.length === 0 ? "no symbol changed" : `symbols: ${parts.join(", ")}`;
  const apart = unmoved === 0 ? "" : ` (${counted(unmoved, "file changed", "files changed")} only outside of symbols)`;
  return [`not committed: ${counted(codeFiles, "file", "files")} of code${others}; ${symbols}${apart}`];
}

function addBreaks(answer: PagedText, breaks: readonly Break[], mask: Reading["mask"]): number {
  if (breaks.length === 0) return 0;
  const places = breaks.reduce((sum, each) => sum + each.places.length, 0);
  answer.section(
    `gone and still used: ${counted(breaks.length, "symbol", "symbols")} in ${counted(places, "place", "places")}, which break`,
  );
  answer.addEach(breaks, ({ gone: { file, symbols, now }, places: all }) => {
    const { name, kind, from } = definitionData({ file, symbol: symbols[0]! }, mask);
    const lines = all.map((place) => `    ${place.file.name(mask)}:${place.reference.line}  ${codeOf(place, mask)}`);
    const each = [...new Set(lines)];
    const more = each.length - BREAK_PLACES_SHOWN;
    return [
      `  ${kind} ${name}  was ${file.name(mask)}:${from}${now === null ? "" : `, now ${now}`}`,
      ...each.slice(0, BREAK_PLACES_SHOWN),
      ...(more > 0 ? [`    ... ${counted(more, "more line", "more lines")}`] : []),
    ];
  });
  return breaks.length;
}
