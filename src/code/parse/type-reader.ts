// Finds out of which type an expression is, as far as the syntax of its own file tells: from declarations, from what
// makes an object, and from the members of the file's own types.

import type { FoundMember } from "./captures.ts";
import type { ParseRules } from "./parse-rules.ts";
import { bareTypeName, plainExpression } from "./plain-code.ts";
import type { Scopes, TypeHint } from "./scopes.ts";

/** Where an expression stands: its position, and the type around it. */
export interface Place {
  readonly at: number;
  readonly around: string | null;
}

/** What a file knows of types. */
export interface KnownTypes {
  readonly scopes: Scopes;
  readonly members: readonly (FoundMember & { readonly around: string | null })[];
  /** The first base of a type of the file. */
  readonly bases: ReadonlyMap<string, string>;
  /** Names of the file's types and of what it imports: what is taken from them is known by their name. */
  readonly roots: ReadonlySet<string>;
}

/** What an expression is: an object of a type, or a type or module itself. */
interface Meaning {
  readonly name: string;
  readonly isObject: boolean;
}

/** A member and where it is declared. */
interface Typed {
  readonly hint: TypeHint;
  readonly place: Place;
}

/** How far declarations are followed: a value that is made of another variable, and so on. */
const DEPTH_MAX = 5;
/** Types that say: see the value. */
const INFERRED = /^:? ?(?:const )?(?:var|auto|dynamic)\b/;
const SEPARATOR = /^(?:\.|::|->|\\)/;
const SEGMENT = /^[^.:\\-]+/;
/** Heads of paths of Rust that are modules. */
const MODULE_WORDS: ReadonlySet<string> = new Set(["crate", "self", "super"]);

export class TypeReader {
  readonly #rules: ParseRules;
  readonly #known: KnownTypes;
  /** By type, then by name; a function's has `()` behind it. Functions at the top stand under the empty type. */
  readonly #members = new Map<string, Map<string, Typed>>();
  /** What members are, so that each is read once; null while it is read. */
  readonly #meanings = new Map<Typed, Meaning | null>();

  constructor(rules: ParseRules, known: KnownTypes) {
    this.#rules = rules;
    this.#known = known;
    for (const { name, at, of, around, isCalled, hint } of known.members) {
      const owner = (of === null ? null : bareTypeName(of, [])) ?? around;
      const type = owner ?? "";
      const members = this.#members.get(type) ?? new Map<string, Typed>();
      this.#members.set(type, members);
      const key = isCalled ? `${name}()` : name;
      const earlier = members.get(key);
      // What is declared says more than what is assigned.
      if (earlier === undefined || (earlier.hint.typed === null && hint.typed !== null)) {
        members.set(key, { hint, place: { at, around: owner } });
      }
    }
  }

  /** The type or module that an expression is; the expression is plain (plain-code.ts). Null where nothing tells. */
  typeOf(expression: string, place: Place): string | null {
    return this.#read(expression, place, 0)?.name ?? null;
  }

  #read(expression: string, place: Place, depth: number): Meaning | null {
    if (depth > DEPTH_MAX) return null;
    const text = expression.replace(/^(?:await |co_await |try |&mut |[&*])+/, "");
    let rest = text;
    let meaning: Meaning | null = null;
    for (const maker of this.#rules.makers) {
      const found = maker.exec(text);
      if (found === null) continue;
      meaning = this.#made(found[1]!, place);
      rest = text.slice(found[0].length);
      break;
    }
    if (rest === text) {
      const head = SEGMENT.exec(text)?.[0] ?? "";
      rest = text.slice(head.length);
      meaning = this.#head(head, rest, place, depth);
    }
    while (rest !== "" && meaning !== null) {
      const separator = SEPARATOR.exec(rest)?.[0];
      if (separator === undefined) return rest === "?" ? meaning : null;
      const segment = SEGMENT.exec(rest.slice(separator.length))?.[0];
      if (segment === undefined) return null;
      rest = rest.slice(separator.length + segment.length);
      meaning = segment === "await" ? meaning : this.#member(meaning, segment, separator, depth);
    }
    return meaning;
  }

  #made(type: string, { around }: Place): Meaning | null {
    const name = bareTypeName(type, []);
    if (name === null) return null;
    if (/^(?:Self|self|static)$/.test(name)) return around === null ? null : { name: around, isObject: true };
    return { name, isObject: true };
  }

  #head(head: string, rest: string, place: Place, depth: number): Meaning | null {
    const name = head.replace(/\?+$/, "");
    const { selves, supers, hasBareMembers } = this.#rules;
    if (rest.startsWith("::") && MODULE_WORDS.has(name)) return { name, isObject: false };
    const { around } = place;
    if (selves.includes(name)) return around === null ? null : { name: around, isObject: true };
    if (supers.includes(name)) {
      const base = around === null ? undefined : this.#known.bases.get(around);
      return base === undefined ? null : { name: base, isObject: true };
    }
    const found = this.#known.scopes.find(name, place.at);
    if (found !== null && !found.isSymbol) return this.#hinted(found.local.hint, { at: found.local.at, around }, depth);
    if (hasBareMembers && around !== null) {
      const member = this.#ofMember(around, name, depth);
      if (member !== null) return member;
    }
    if (name.endsWith("()")) return this.#ofMember("", name, depth);
    if (found !== null) {
      const { hint, at } = found.local;
      if (hint.typed !== null || hint.made !== null) return this.#hinted(hint, { at, around: null }, depth);
    }
    // A package in front of a type: `java.util.List`.
    if (found === null && /^(?:\.[\p{Ll}_]\w*)*\.\p{Lu}(?:$|\.|\w*\p{Ll})/u.test(rest))
      return { name, isObject: false };
    return this.#known.roots.has(name) || /^\p{Lu}[\p{L}\p{N}_]*$/u.test(name) ? { name, isObject: false } : null;
  }

  #member(owner: Meaning, segment: string, separator: string, depth: number): Meaning | null {
    // Java's `Outer.this`.
    if (segment === "this") return { name: owner.name, isObject: true };
    const known = this.#ofMember(owner.name, segment, depth);
    if (known !== null || owner.isObject || !/^[\p{L}\p{N}_$]+$/u.test(segment)) return known;
    if (/^\p{Lu}/u.test(segment))
      return /^\p{Lu}(?:$|.*\p{Ll})/u.test(segment) ? { name: segment, isObject: false } : null;
    return { name: owner.name + separator + segment, isObject: false };
  }

  #ofMember(type: string, name: string, depth: number): Meaning | null {
    for (let owner: string | undefined = type, steps = 0; owner !== undefined && steps < DEPTH_MAX; steps++) {
      const member = this.#members.get(owner)?.get(name);
      if (member !== undefined) return this.#meaningOf(member, depth);
      owner = this.#known.bases.get(owner);
    }
    return null;
  }

  #meaningOf(member: Typed, depth: number): Meaning | null {
    const known = this.#meanings.get(member);
    if (known !== undefined) return known;
    this.#meanings.set(member, null);
    const meaning = this.#hinted(member.hint, member.place, depth);
    this.#meanings.set(member, meaning);
    return meaning;
  }

  /** Whether a type's name is only a parameter of what stands around. */
  #isTypeParameter(name: string, at: number): boolean {
    const found = this.#known.scopes.find(name, at, true);
    return found !== null && !found.isSymbol;
  }

  #hinted({ typed, made, isMany }: TypeHint, place: Place, depth: number): Meaning | null {
    if (isMany) return null;
    if (typed !== null && !INFERRED.test(typed)) {
      const name = bareTypeName(typed, this.#rules.wrappers);
      if (name === null || this.#isTypeParameter(name, place.at)) return null;
      if (!/^(?:Self|self|static)$/.test(name)) return { name, isObject: true };
      return place.around === null ? null : { name: place.around, isObject: true };
    }
    const expression = made === null ? null : plainExpression(made);
    if (expression === null || expression === "") return null;
    // A value is read where it stands: the variable itself is not seen there.
    return this.#read(expression, { at: Math.max(0, place.at - 1), around: place.around }, depth + 1);
  }
}
