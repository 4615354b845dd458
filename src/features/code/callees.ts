// code action=callees: what a symbol uses, and how sure that is.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { type Mask, SIGNATURE_LENGTH_MAX } from "../../code/shown-code.ts";
import { PagedText } from "../common/paged-text.ts";
import { type Callee, type Callees, calleesOf, type OutsideUses, type UnsureCallee } from "./callees-of.ts";
import { definitionLines, oneSymbol, reasonsOf, unseen } from "./callers.ts";
import type { CodeCalleesData } from "./data.ts";
import type { FoundSymbol } from "./find-symbol.ts";
import type { CodePorts } from "./ports.ts";
import { type Reading, settledReading } from "./reading.ts";
import { Relations, type SymbolNode } from "./relations.ts";
import { rangeOf, shownLine } from "./shown-lines.ts";
import { NOT_ALL, symbolData, unparsedRemark } from "./symbols.ts";

export interface CodeCalleesValues {
  readonly symbol: string;
  readonly path?: string | undefined;
}

const DATA_MAX = 500;
const DATA_CANDIDATES_MAX = 10;
const CANDIDATES_SHOWN = 2;
const LINES_SHOWN = 5;
const MODULES_SHOWN = 30;
const NAMES_SHOWN = 8;
const NAMES_LENGTH_MAX = 300;

/** Finds what it uses. Throws NOT_FOUND with near names, CANCELLED. */
export function calleesAnswer(ports: CodePorts, values: CodeCalleesValues): Promise<Answer> {
  return settledReading(ports, (reading) => answerOf(reading, values));
}

async function answerOf(reading: Reading, { symbol, path }: CodeCalleesValues): Promise<Answer> {
  const { symbols: found, isCut } = await oneSymbol(reading, symbol, path);
  const relations = new Relations(reading);
  const node = await relations.nodeOf(found);
  return present(reading, node, { callees: await calleesOf(relations, node), left: relations.left, isCut });
}

function present(
  { ports, mask }: Reading,
  { definitions }: SymbolNode,
  { callees, left, isCut }: { callees: Callees; left: number; isCut: boolean },
): Answer {
  const { certain, unsure, outside } = callees;
  const uses = (lists: readonly { readonly lines: readonly number[] }[]) =>
    lines(lists.reduce((sum, each) => sum + each.lines.length, 0));
  const outsideUses = outside.reduce((sum, { names }) => sum + usesOf(names), 0);
  return {
    found: certain.length + unsure.length + outside.length > 0,
    isPaged: true,
    text(say) {
      const remarks = [
        ...(isCut ? [NOT_ALL] : []),
        ...unparsedRemark(definitions),
        ...(left === 0 ? [] : [unseen(left, say)]),
      ];
      const answer = new PagedText(ports, remarks);
      answer.head(...definitionLines(definitions, mask));
      if (certain.length + unsure.length === 0) answer.head("it uses nothing of the tree");
      if (certain.length > 0) {
        answer.section(
          `uses ${counted(certain.length, "symbol", "symbols")} of the tree in ${uses(certain)} (${reasonsOf(certain)})`,
        );
      }
      answer.addEach(certain, (callee) => [calleeLine(callee, mask)]);
      if (outside.length > 0) {
        answer.section(`outside the tree: ${lines(outsideUses)}`);
        answer.addEach(outside.slice(0, MODULES_SHOWN), (each) => [outsideLine(each, mask)]);
        const more = outside.length - MODULES_SHOWN;
        if (more > 0) answer.add([`  ... ${counted(more, "more module", "more modules")}`]);
      }
      if (unsure.length > 0) {
        answer.section(`by name only: ${counted(unsure.length, "name", "names")}, which may mean another one`);
        answer.addEach(unsure, (callee) => [unsureLine(callee, mask)]);
      }
      const total = certain.length + unsure.length + Math.min(outside.length, MODULES_SHOWN + 1);
      return answer.text(total, (rest) => counted(rest, "more line", "more lines"));
    },
    data: (): CodeCalleesData => ({
      definitions: definitions.map((each) => definitionData(each, mask)),
      callees: certain.slice(0, DATA_MAX).map(({ node, certainty, lines }) => ({
        ...definitionData(node.definitions[0]!, mask),
        certainty,
        lines: [...lines],
      })),
      byName: unsure.slice(0, DATA_MAX).map(({ name, lines, nodes, more }) => ({
        name: shownLine(name, mask),
        lines: [...lines],
        may: nodes.slice(0, DATA_CANDIDATES_MAX).map((node) => definitionData(node.definitions[0]!, mask)),
        total: nodes.length + more,
      })),
      outside: outside.slice(0, DATA_MAX).map(({ module, names }) => ({
        module: module === null ? null : shownLine(module, mask),
        names: [...names.keys()].slice(0, DATA_MAX).map((name) => shownLine(name, mask)),
        uses: usesOf(names),
      })),
      total: { certain: certain.length, byName: unsure.length, outside: outsideUses },
      left,
    }),
  };
}

/** A definition as data, with its path. */
export function definitionData({ file, symbol }: FoundSymbol, mask: Mask) {
  return { path: file.name(mask), ...symbolData(symbol, mask) };
}

function lines(count: number): string {
  return counted(count, "place", "places");
}

function usesOf(names: ReadonlyMap<string, number>): number {
  return [...names.values()].reduce((sum, count) => sum + count, 0);
}

/** `line 3`; `lines 3, 5 and 12 more`: each line once. */
export function linesText(all: readonly number[]): string {
  const each = [...new Set(all)].sort((a, b) => a - b);
  const more = each.length - LINES_SHOWN;
  const shown = each.slice(0, more > 1 ? LINES_SHOWN : undefined).join(", ");
  return `${each.length === 1 ? "line" : "lines"} ${shown}${more > 1 ? ` and ${more} more` : ""}`;
}

function calleeLine({ node, lines }: Callee, mask: Mask): string {
  const { file, symbol } = node.definitions[0]!;
  const { from, to } = symbolData(symbol, mask);
  const container = symbol.container === null ? "" : `in ${shownLine(symbol.container, mask)}; `;
  const signature = shownLine(symbol.signature, mask, SIGNATURE_LENGTH_MAX);
  return `  ${file.name(mask)}:${rangeOf(from, to)}  ${signature}  (${container}used in ${linesText(lines)})`;
}

function unsureLine({ name, lines, nodes, more }: UnsureCallee, mask: Mask): string {
  const shown = nodes.slice(0, CANDIDATES_SHOWN).map(({ definitions: [first] }) => {
    return `${shownLine(`${first!.symbol.container ?? ""}.${name}`.replace(/^\./, ""), mask)} ${first!.file.name(mask)}:${first!.symbol.line}`;
  });
  const rest = nodes.length - shown.length + more;
  const may = shown.length === 0 ? counted(rest, "definition", "definitions") : shown.join(", ");
  return `  ${shownLine(name, mask)}  ${linesText(lines)}: may be ${may}${shown.length > 0 && rest > 0 ? ` or ${rest} more` : ""}`;
}

function outsideLine({ module, names }: OutsideUses, mask: Mask): string {
  const entries = [...names].slice(0, NAMES_SHOWN).map(([name, count]) => (count > 1 ? `${name} ×${count}` : name));
  const more = names.size - entries.length;
  const list = `${entries.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return shownLine(`  ${module ?? "built in or unknown"}: ${list}`, mask, NAMES_LENGTH_MAX).replace(/^/, "  ");
}
