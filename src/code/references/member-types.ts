// Finds the types of members, and of what functions are handed over as: `get`, `get()`, and `get#1#0` for what the
// second parameter of `get` is called with first.
//
// Invariants:
// - Where the signatures of a name say different things, there is no answer.

import type { TypeFact } from "../parse/parsed-file.ts";
import { qualifiedName } from "../symbol-scanner.ts";
import type { JudgedFile } from "./judge-ports.ts";
import { type FoundType, isSameType, isTreeType, type TreeType, TYPE_KINDS } from "./tree-type.ts";

/** What is needed of the one who finds types. */
export interface TypePorts {
  /** The type of a path as a file says it. */
  typeOf(file: JudgedFile, path: string, depth: number): Promise<FoundType>;
  basesOf(type: TreeType): Promise<readonly FoundType[]>;
  /** The files that may declare a member of a type. */
  filesOf(type: TreeType, member: string): Promise<readonly JudgedFile[]>;
}

/** Members are followed through so many types. */
const STEPS_MAX = 6;

export class MemberTypes {
  readonly #ports: TypePorts;

  constructor(ports: TypePorts) {
    this.#ports = ports;
  }

  /** The type of a member: as the type's files say it, else as those of its bases. */
  async member(type: TreeType, step: string, depth: number): Promise<FoundType> {
    if (depth > STEPS_MAX) return null;
    const owner = type.symbol.name;
    const bare = bareStep(step);
    const ending = step.slice(bare.length);
    if (ending.startsWith("#")) return this.#handedTo(type, bare, partsOf(ending), depth);
    for (const file of await this.#ports.filesOf(type, bare)) {
      const fact = file.parsed.types.find((each) => each.owner === owner && each.name === step);
      if (fact !== undefined) return this.#ports.typeOf(file, fact.type, depth + 1);
      const full = `${type.name}.${step}`;
      const inner = file.parsed.symbols.find((symbol) => TYPE_KINDS.has(symbol.kind) && qualifiedName(symbol) === full);
      if (inner !== undefined) return { file, symbol: inner, name: full };
    }
    if (ending === "()" && bare !== "") {
      const held = await this.member(type, bare, depth + 1);
      if (isTreeType(held)) return this.member(held, ending, depth + 1);
    }
    for (const base of await this.#ports.basesOf(type)) {
      if (!isTreeType(base)) continue;
      const found = await this.member(base, step, depth + 1);
      if (found !== null) return found;
    }
    return null;
  }

  /**
   * What a parameter of a type's member is, or of what the type's own name calls (`member` is then empty): by the
   * member's signatures, by the type of what it is, by what the type is another name of, else as its bases say.
   */
  async #handedTo(type: TreeType, member: string, parts: readonly number[], depth: number): Promise<FoundType> {
    if (depth > STEPS_MAX) return null;
    const { file, symbol } = type;
    const facts = file.parsed.types.filter(({ owner }) => owner === symbol.name);
    const said = await this.handed(file, facts, member, parts, depth);
    if (said !== null) return said;
    if (member === "") {
      const same = facts.filter(({ name }) => name === "=");
      return this.#agreed(file, same, (each) => this.#handedTo(each, "", parts, depth + 1), depth);
    }
    const held = await this.member(type, member, depth + 1);
    if (isTreeType(held)) return this.#handedTo(held, "", parts, depth + 1);
    for (const base of await this.#ports.basesOf(type)) {
      if (!isTreeType(base)) continue;
      const found = await this.#handedTo(base, member, parts, depth + 1);
      if (found !== null) return found;
    }
    return null;
  }

  /** What a parameter is by all signatures of a name that say something of it. */
  async handed(
    file: JudgedFile,
    facts: readonly TypeFact[],
    name: string,
    parts: readonly number[],
    depth: number,
  ): Promise<FoundType> {
    let found: FoundType = null;
    for (let length = parts.length; length > 0; length--) {
      const rest = parts.slice(length);
      const said = facts.filter((fact) => isSaidOf(fact.name, name, parts.slice(0, length)));
      if (said.length === 0) continue;
      const then = (type: TreeType) => (rest.length === 0 ? type : this.#handedTo(type, "", rest, depth + 1));
      const type = await this.#agreed(file, said, then, depth);
      if (type === null || (found !== null && !isSameFound(found, type))) return null;
      found = type;
    }
    return found;
  }

  /** What several facts lead to, where that is one type. */
  async #agreed(
    file: JudgedFile,
    facts: readonly TypeFact[],
    then: (type: TreeType) => FoundType | Promise<FoundType>,
    depth: number,
  ): Promise<FoundType> {
    let agreed: FoundType = null;
    for (const { type } of facts) {
      const named = await this.#ports.typeOf(file, type, depth + 1);
      const found = isTreeType(named) ? await then(named) : null;
      if (found === null || (agreed !== null && !isSameFound(agreed, found))) return null;
      agreed = found;
    }
    return agreed;
  }
}

/** A step of a path without what says that it is called. */
export function bareStep(step: string): string {
  return step.replace(/(?:\(\)|(?:#\d+)+)$/, "");
}

/** The parameters that the end of a step names, from 0: `#1#0`. */
export function partsOf(ending: string): number[] {
  return ending.split("#").slice(1).map(Number);
}

/** Whether a fact is about these parameters of a name: `get#1#0`, `use#0+`. */
function isSaidOf(fact: string, name: string, parts: readonly number[]): boolean {
  if (!fact.startsWith(`${name}#`)) return false;
  const said = fact.slice(name.length + 1).split("#");
  return (
    said.length === parts.length &&
    said.every((each, at) =>
      each.endsWith("+") ? Number.parseInt(each, 10) <= parts[at]! : Number(each) === parts[at],
    )
  );
}

function isSameFound(a: FoundType, b: FoundType): boolean {
  return a === b || (isTreeType(a) && isTreeType(b) && isSameType(a, b));
}
