// code action=explore: one symbol from all sides: where it is defined, who uses it, what it uses and is made of, its
// tests, and the source of all that by file, as far as the budget goes.

import type { Answer } from "../../base/answer.ts";
import { CLASS_FACTORS, pathClassOf } from "../../code/files/path-class.ts";
import { definitionData } from "./callees.ts";
import { oneSymbol } from "./callers.ts";
import type { CodeExploreData } from "./context-data.ts";
import { exploreLines } from "./explore-text.ts";
import { type Explored, exploredFrom, type Related } from "./explored.ts";
import type { FoundSymbol } from "./find-symbol.ts";
import { type CodePorts, onlyPage } from "./ports.ts";
import { settledReading } from "./reading.ts";
import { shownLine } from "./shown-lines.ts";

export interface CodeExploreValues {
  readonly symbol: string;
  readonly path?: string | undefined;
}

const DATA_MAX = 100;

/** Explores. Throws NOT_FOUND with near names or for a further page, CANCELLED. */
export async function exploreAnswer(ports: CodePorts, { symbol, path }: CodeExploreValues): Promise<Answer> {
  onlyPage(ports);
  const explored = await settledReading(ports, async (reading) => {
    const { symbols, isCut } = await oneSymbol(reading, symbol, path);
    const factor = ({ file }: FoundSymbol) => CLASS_FACTORS[pathClassOf(file.path)];
    return exploredFrom(
      reading,
      symbols.toSorted((a, b) => factor(b) - factor(a)),
      isCut,
    );
  });
  return {
    found: true,
    isPaged: true,
    text: (say) => exploreLines(explored, say).join("\n"),
    data: () => dataOf(explored),
  };
}

function dataOf(explored: Explored): CodeExploreData {
  const { node, members, users, callees, outside, tests, byName, mask, left, isCut } = explored;
  const relatedData = ({ node: other, role, lines }: Related) => {
    const first = other.definitions[0];
    const own = first === undefined ? null : definitionData(first, mask);
    return {
      path: other.file.name(mask),
      name: own?.name ?? null,
      kind: own?.kind ?? null,
      from: own?.from ?? null,
      to: own?.to ?? null,
      role,
      lines: lines.slice(0, DATA_MAX),
    };
  };
  const definitions = node.definitions.slice(0, DATA_MAX).map((each) => definitionData(each, mask));
  return {
    definitions,
    members: members.slice(0, DATA_MAX).map((each) => definitionData(each, mask)),
    users: users.slice(0, DATA_MAX).map(relatedData),
    uses: callees.slice(0, DATA_MAX).map(relatedData),
    outside: outside.slice(0, DATA_MAX).flatMap(({ module }) => (module === null ? [] : [shownLine(module, mask)])),
    tests: tests.slice(0, DATA_MAX).map(({ shown, names }) => ({ path: shown, names: names.slice(0, DATA_MAX) })),
    byName,
    total: { users: users.length, uses: callees.length, tests: tests.length, members: members.length },
    isCut,
    left,
  };
}
