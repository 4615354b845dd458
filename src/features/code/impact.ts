// code action=impact: what a change of a symbol reaches, and the tests to run.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { PagedText } from "../common/paged-text.ts";
import { definitionData } from "./callees.ts";
import { definitionLines, oneSymbol } from "./callers.ts";
import type { CodeImpactData } from "./data.ts";
import { certainUsersOf, usedBy, usersOf, walk } from "./impact-graph.ts";
import { addUsed, addUsers, type Impact, impactData, leftLine, summary, testFiles } from "./impact-view.ts";
import { usesByName } from "./mentions.ts";
import type { CodePorts } from "./ports.ts";
import { type Reading, settledReading } from "./reading.ts";
import { type Place, Relations, type SymbolNode } from "./relations.ts";
import { NOT_ALL, unparsedRemark } from "./symbols.ts";

export type Direction = "both" | "callers" | "callees";

export interface CodeImpactValues {
  readonly symbol?: string | undefined;
  readonly path?: string | undefined;
  readonly depth?: number | undefined;
  readonly direction?: Direction | undefined;
  readonly rename?: boolean | undefined;
  readonly diff?: boolean | undefined;
}

export const DEPTH_DEFAULT = 2;

/** Finds what a change reaches. Throws INVALID_ARGUMENT, NOT_FOUND with near names, CANCELLED. */
export async function impactAnswer(ports: CodePorts, values: CodeImpactValues): Promise<Answer> {
  const { symbol, diff = false, rename = false, depth = DEPTH_DEFAULT, direction = "both" } = values;
  const other = (["symbol", "path", "direction", "rename"] as const).find((name) => values[name] !== undefined);
  if (diff && other !== undefined) {
    throw invalid((say) => `${say.name("diff")} is about all that is not committed: leave out ${say.name(other)}`);
  }
  if (diff) return (await import("./impact-diff.ts")).diffAnswer(ports, depth);
  if (symbol === undefined) {
    throw invalid(
      (say) =>
        `${say.name("symbol")} is missing: give a name, e.g. ${say.example('symbol="Cache.get"')}, or ${say.option("diff")} for what is not committed`,
    );
  }
  const unused = (["depth", "direction"] as const).find((name) => values[name] !== undefined);
  if (rename && unused !== undefined) {
    throw invalid((say) => `${say.name("rename")} is about every place of the name: leave out ${say.name(unused)}`);
  }
  const named = { symbol, path: values.path };
  if (rename) return (await import("./impact-rename.ts")).renameAnswer(ports, named);
  return settledReading(ports, (reading) => answerOf(reading, named, depth, direction));
}

interface Named {
  readonly symbol: string;
  readonly path: string | undefined;
}

async function answerOf(reading: Reading, { symbol, path }: Named, depth: number, direction: Direction) {
  const { symbols, isCut } = await oneSymbol(reading, symbol, path);
  const relations = new Relations(reading);
  const root = await relations.nodeOf(symbols);
  const impact = await impactOf(relations, [root], depth, direction);
  return present(reading, root, impact, [...(isCut ? [NOT_ALL] : []), ...unparsedRemark(root.definitions)]);
}

/** What changes of some symbols reach. Throws CANCELLED. */
export async function impactOf(
  relations: Relations,
  roots: readonly SymbolNode[],
  depth: number,
  direction: Direction,
): Promise<Impact> {
  const byName: Place[] = [];
  const isRoot = new Set(roots);
  const users =
    direction === "callees"
      ? null
      : await walk(roots, depth, async (node) => {
          if (!isRoot.has(node)) return certainUsersOf(relations, node);
          const found = await usersOf(relations, node, await usesByName(relations, node));
          byName.push(...found.byName);
          return found.links;
        });
  const used = direction === "callers" ? null : await walk(roots, depth, (node) => usedBy(relations, node));
  return { users, used, byName, left: relations.left };
}

function present({ ports, mask }: Reading, root: SymbolNode, impact: Impact, remarks: readonly string[]): Answer {
  const tests = testFiles(impact, mask);
  return {
    found: impact.byName.length + (impact.users?.reached.length ?? 0) + (impact.used?.reached.length ?? 0) > 0,
    isPaged: true,
    text(say) {
      const answer = new PagedText(ports, [...remarks, ...hints(impact, say)]);
      answer.head(...definitionLines(root.definitions, mask));
      if (impact.users !== null) answer.head(summary(impact, tests));
      let results = addUsers(answer, impact, tests, mask, true);
      const { used } = impact;
      if (used !== null && used.reached.length === 0) answer.section("it uses nothing of the tree for certain");
      results += addUsed(answer, impact, mask);
      return answer.text(results, (left) => counted(left, "more line", "more lines"));
    },
    data: (): CodeImpactData => ({
      symbols: root.definitions.map((each) => ({ ...definitionData(each, mask), change: "asked" as const })),
      breaks: [],
      ...impactData(impact, tests, mask),
    }),
  };
}

function hints({ byName, left }: Impact, say: Wording): string[] {
  return [
    ...(byName.length === 0
      ? []
      : [
          `places by name: ${say.either("helix code callers NAME", 'action="callers"')}; rename: ${say.option("rename")}`,
        ]),
    ...(left === 0 ? [] : [leftLine(left)]),
  ];
}
