// Tells uses of a symbol from uses of its relatives, which language servers mix: of what implements the same interface.

import { type Spot, spotName, type Uses } from "./truth.ts";

type Ask = (spot: Spot) => Promise<readonly Spot[]>;

export class Relatives {
  readonly #definitions: Ask;
  readonly #implementations: Ask;
  readonly #known = new Map<string, Promise<readonly Spot[]>>();

  /** `definitions` and `implementations` ask a program about the name at a spot. */
  constructor(definitions: Ask, implementations: Ask) {
    this.#definitions = definitions;
    this.#implementations = implementations;
  }

  /** Parts the uses: own ones name one of the symbols at `names`, or what one of those implements. */
  async split(uses: readonly Spot[], names: readonly Spot[]): Promise<Uses> {
    const lines = new Set(names.map(lineOf));
    const own: Spot[] = [];
    const ofRelatives: Spot[] = [];
    for (const use of uses) ((await this.#isOwn(use, lines)) ? own : ofRelatives).push(use);
    return { own, ofRelatives };
  }

  async #isOwn(use: Spot, lines: ReadonlySet<string>): Promise<boolean> {
    for (const definition of await this.#definitions(use)) {
      if (lines.has(lineOf(definition))) return true;
      if ((await this.#implementing(definition)).some((each) => lines.has(lineOf(each)))) return true;
    }
    return false;
  }

  /** What a use names, and what implements that, where it `isAsked` for it. What is itself among those is no trait's. */
  async definitions(use: Spot, isAsked: (definition: Spot) => boolean): Promise<Spot[]> {
    const own = await this.#definitions(use);
    const all = [...own];
    for (const definition of own.filter(isAsked)) {
      const found = await this.#implementing(definition);
      if (!found.some((each) => spotName(each) === spotName(definition))) all.push(...found);
    }
    return all;
  }

  #implementing(definition: Spot): Promise<readonly Spot[]> {
    const key = spotName(definition);
    const found = this.#known.get(key) ?? this.#implementations(definition);
    this.#known.set(key, found);
    return found;
  }
}

const lineOf = ({ path, line }: Spot) => `${path}:${line}`;
