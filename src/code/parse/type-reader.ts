// Finds out of which type an expression is, as far as the syntax of its own file tells: from declarations, from what
// makes an object, and from the members of the file's own types. What other files must say is left open: the type is
// then a path, `Hono>router>match()`, of a name of this file and the members to be asked for, one after the other.

import type { FoundMember } from "./captures.ts";
import type { Contexts, Signature } from "./contexts.ts";
import type { ParseRules } from "./languages/parse-rules.ts";
import type { TypeFact } from "./parsed-file.ts";
import { bareTypeName, plainReceiver } from "./plain-code.ts";
import type { Scopes, TypeHint } from "./scopes.ts";
import { alternativesOf, declaredParameters, functionParameters } from "./signatures.ts";

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
  /** What the file calls modules that it imports. */
  readonly modules: ReadonlySet<string>;
  readonly contexts: Contexts;
  /** The type around a position. */
  readonly aroundAt: (at: number) => string | null;
  readonly text: string;
}

/** What an expression is: an object of a type, or a type or module itself. */
interface Meaning {
  readonly name: string;
  readonly isObject: boolean;
  /** What it gives when it is opened, where it is a result or an option. */
  readonly inside?: string | null;
}

/** A member and where it is declared. */
interface Typed {
  readonly hint: TypeHint;
  readonly place: Place;
}

/** What stands between a type and a member of it that other files declare. */
export const MEMBER_STEP = ">";
/** So many members are left open in a row. */
const OPEN_STEPS_MAX = 4;
const OPEN_SEGMENT = /^(?:#?[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?(?:#\d+)*|(?:#\d+)+|\(\))$/u;
/** A function, and which of its parameters is meant: `get#1`, `get#1#0` for what its second one is called with. */
const WITH_PARAMETER = /^(.*?)((?:#\d+)+)$/;
/** How far declarations are followed: a value that is made of another variable, and so on. */
const DEPTH_MAX = 5;
const FACT_LENGTH_MAX = 200;
/** Types that say: see the value. */
const INFERRED = /^:? ?(?:const )?(?:var|auto|dynamic)\b/;
/** Calls that take out what is in a result. */
const OPENING = /^(?:unwrap|expect|unwrap_or_default)\(\)$/;
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

  /** The type or module that the source of an expression is; null where nothing tells. */
  typeOf(source: string, place: Place): string | null {
    return this.#readSource(source, place, 0)?.name ?? null;
  }

  /** What the file says of the types of members, of functions and of variables at its top. */
  facts(): TypeFact[] {
    const facts: TypeFact[] = [];
    const add = (owner: string, name: string, meaning: Meaning | null) => {
      if (meaning !== null && meaning.name.length <= FACT_LENGTH_MAX) {
        facts.push({ owner, name, type: meaning.inside ?? meaning.name });
      }
    };
    for (const [owner, members] of this.#members) {
      for (const [name, member] of members) add(owner, name, this.#meaningOf(member, 0));
    }
    for (const { name, at, hint } of this.#known.scopes.atTop()) {
      if (hint.typed !== null || hint.made !== null) add("", name, this.#hinted(hint, { at, around: null }, 0));
    }
    return facts;
  }

  /** As what an object is handed over that begins at a position: a type that other files may declare. */
  handedAs(start: number): string | null {
    return this.#contextOf(start, 0)?.name ?? null;
  }

  /** What the file declares of parameters and results, of what has other names, and of what those stand for. */
  *signatureFacts(): Generator<TypeFact> {
    const { contexts, text } = this.#known;
    for (const signature of contexts.signatures) {
      const place = { at: signature.start, around: this.#known.aroundAt(signature.start) };
      const owner = signature.isType ? signature.name : (this.#known.aroundAt(signature.at) ?? "");
      const name = signature.isType ? "" : signature.name;
      for (const { path, type } of declaredParameters(text.slice(signature.start, signature.end))) {
        const meant = this.#declared(type, place);
        if (meant !== null) yield { owner, name: name + path, type: meant };
      }
      const result = this.#resultOf(signature, place);
      if (result !== null) yield { owner, name: `${name}()`, type: result };
    }
    for (const { name, start, end } of contexts.aliases) {
      const place = { at: start, around: null };
      const all = alternativesOf(text.slice(start, end)).map((type) => this.#declared(type, place));
      if (all.every((each) => each !== null)) yield* all.map((type) => ({ owner: name, name: "=", type: type! }));
    }
  }

  #resultOf({ name, at, resultStart, resultEnd }: Signature, place: Place): string | null {
    if (resultStart < 0) return null;
    const owner = this.#known.aroundAt(at) ?? "";
    if (this.#members.get(owner)?.has(`${name}()`)) return null;
    const source = this.#known.text.slice(resultStart, resultEnd).replace(/^[\s:]+/, "");
    return functionParameters(source) === null ? this.#declared(source, place) : null;
  }

  #declared(type: string, place: Place): string | null {
    return this.#hinted({ typed: type, made: null, isMany: false }, place, 0)?.name ?? null;
  }

  /** As what a function or an object is handed over that begins at a position. */
  #contextOf(start: number, depth: number): Meaning | null {
    const context = depth > DEPTH_MAX ? undefined : this.#known.contexts.of(start);
    if (context === undefined) return null;
    const place = { at: start, around: this.#known.aroundAt(start) };
    if (context.kind === "member" || context.kind === "result") {
      const whole = this.#contextOf(context.of, depth + 1);
      return whole === null ? null : openMember(whole, context.kind === "member" ? context.name : "()");
    }
    const source = this.#known.text.slice(context.start, context.end);
    if (context.kind === "declared") {
      const name = this.#declared(source, place);
      return name === null ? null : { name, isObject: true };
    }
    if (context.isNew) {
      const made = this.#made(source, place);
      return made === null ? null : openMember(made, `constructor#${context.index}`);
    }
    const callee = plainReceiver(source);
    if (callee === null || callee === "") return null;
    if (/[\w$]$/.test(callee)) return this.#read(`${callee}#${context.index}`, place, depth + 1);
    const called = this.#read(callee, place, depth + 1);
    return called === null ? null : openMember(called, `#${context.index}`);
  }

  /** A parameter of a function that is handed over. */
  #handedParameter(at: number, depth: number): Meaning | null {
    const parameter = this.#known.contexts.parameterAt(at);
    const whole = parameter === undefined ? null : this.#contextOf(parameter.taker, depth + 1);
    if (whole === null) return null;
    const { kind } = this.#known.contexts.of(parameter!.taker)!;
    return kind === "declared" || kind === "result"
      ? openMember(whole, `#${parameter!.index}`)
      : { name: `${whole.name}#${parameter!.index}`, isObject: true };
  }

  #readSource(source: string, place: Place, depth: number): Meaning | null {
    const isOpened = this.#rules.results.length > 0 && source.includes("?");
    const text = plainReceiver(isOpened ? source.replace(/\?(?=\s*(?:\.|::|$))/g, ".unwrap()") : source);
    return text === null || text === "" ? null : this.#read(text, place, depth);
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
      if (OPENING.test(segment) && this.#rules.results.length > 0) meaning = opened(meaning);
      else if (!this.#rules.passing.includes(segment)) meaning = this.#member(meaning, segment, separator, depth);
    }
    return meaning;
  }

  #made(type: string, { around }: Place): Meaning | null {
    const name = bareTypeName(type, [], this.#known.modules);
    if (name === null) return null;
    const own = ownName(name, around);
    return own === null ? null : { name: own, isObject: true };
  }

  #head(head: string, rest: string, place: Place, depth: number): Meaning | null {
    const name = head.replace(/\?+$/, "");
    const { selves, supers, hasBareMembers } = this.#rules;
    if (rest.startsWith("::") && MODULE_WORDS.has(name)) return { name, isObject: false };
    const { around } = place;
    const called = WITH_PARAMETER.exec(name);
    if (called !== null) return this.#called(name, called, place, depth);
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
    if (name === "()") return null;
    if (name.endsWith("()")) {
      const result = this.#ofMember("", name, depth);
      if (result !== null || !OPEN_SEGMENT.test(name)) return result;
      if (!hasBareMembers) return { name, isObject: true };
      return around === null ? null : { name: around + MEMBER_STEP + name, isObject: true };
    }
    if (found !== null) {
      const { hint, at } = found.local;
      if (hint.typed !== null || hint.made !== null) return this.#hinted(hint, { at, around: null }, depth);
    }
    // A package in front of a type: `java.util.List`.
    if (found === null && /^(?:\.[\p{Ll}_]\w*)*\.\p{Lu}(?:$|\.|\w*\p{Ll})/u.test(rest))
      return { name, isObject: false };
    return this.#known.roots.has(name) || /^\p{Lu}[\p{L}\p{N}_]*$/u.test(name) ? { name, isObject: false } : null;
  }

  /** A parameter of a function that stands alone: of a variable's type, else of a function of the tree. */
  #called(name: string, [, base, path]: readonly string[], place: Place, depth: number): Meaning | null {
    const found = this.#known.scopes.find(base!, place.at);
    if (found === null || found.isSymbol) return { name, isObject: true };
    const { hint, at } = found.local;
    const takes = functionParameters((hint.typed ?? "").replace(/^[\s:]+/, ""));
    if (takes !== null) {
      const declared = declaredParameters(takes).find((each) => each.path === path);
      return declared === undefined
        ? null
        : this.#hinted({ typed: declared.type, made: null, isMany: false }, { ...place, at }, depth);
    }
    const type = this.#hinted(hint, { at, around: place.around }, depth);
    return type === null ? null : openMember(type, path!);
  }

  #member(owner: Meaning, segment: string, separator: string, depth: number): Meaning | null {
    // Java's `Outer.this`.
    if (segment === "this") return { name: owner.name, isObject: true };
    const known = this.#ofMember(owner.name, segment, depth);
    if (known !== null) return known;
    if (owner.isObject || segment.endsWith("()") || WITH_PARAMETER.test(segment)) return openMember(owner, segment);
    if (!/^[\p{L}\p{N}_$]+$/u.test(segment)) return null;
    if (/^\p{Lu}/u.test(segment)) {
      if (!/^\p{Lu}(?:$|.*\p{Ll})/u.test(segment)) return null;
      const module = separator === "::" && this.#known.modules.has(owner.name) ? owner.name + MEMBER_STEP : "";
      return { name: module + segment, isObject: false };
    }
    // A field of a type: `System.out`.
    if (separator !== "::" && /(?:^|\W)\p{Lu}\w*$/u.test(owner.name)) return null;
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

  #hinted({ typed, made, isMany }: TypeHint, place: Place, depth: number): Meaning | null {
    if (isMany) return null;
    if (typed !== null && !INFERRED.test(typed)) {
      const { wrappers, results } = this.#rules;
      const { modules } = this.#known;
      const name = this.#named(bareTypeName(typed, wrappers, modules), place);
      if (name === null || !results.includes(name)) return name === null ? null : { name, isObject: true };
      const inside = this.#named(bareTypeName(typed, [...wrappers, ...results], modules), place);
      return { name, isObject: true, inside: inside === name ? null : inside };
    }
    // A value is read where it stands: the variable itself is not seen there.
    const before = { at: Math.max(0, place.at - 1), around: place.around };
    return made === null ? this.#handedParameter(place.at, depth) : this.#readSource(made, before, depth + 1);
  }

  /** The name of a type where it stands; null for the parameter of a type. */
  #named(name: string | null, { at, around }: Place): string | null {
    if (name === null) return null;
    const parameter = this.#known.scopes.find(name, at, true);
    return parameter !== null && !parameter.isSymbol ? null : ownName(name, around);
  }
}

/** A member that other files may declare. */
function openMember({ name }: Meaning, segment: string): Meaning | null {
  if (!OPEN_SEGMENT.test(segment) || name.split(MEMBER_STEP).length > OPEN_STEPS_MAX) return null;
  return { name: name + MEMBER_STEP + segment, isObject: true };
}

/** `Self` is the type around. */
function ownName(name: string, around: string | null): string | null {
  return /^(?:Self|self|static)$/.test(name) ? around : name;
}

/** What a result gives; what is none was opened before. */
function opened(meaning: Meaning): Meaning | null {
  if (meaning.inside === undefined) return meaning;
  return meaning.inside === null ? null : { name: meaning.inside, isObject: true };
}
