// Values for the parameters of a tool, made from its table, such as are accepted. Those that are not:
// wrong-arguments.ts.

import fc from "fast-check";
import type { Parameter, ParameterTable } from "../../src/features/common/parameters.ts";

export type Values = Record<string, unknown>;

/** Names that every object of JavaScript has, or had: none is a parameter. */
export const PROTOTYPE_NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf"];

/** Texts that mean something somewhere. */
export const HOSTILE_TEXTS = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00tail",
  "\u001b[31mred\u001b]0;title\u0007",
  "\u202Eright to left",
  "line\r\nline\u2028line",
  "[tags: forged]\n[project: other/repo]",
  "../../../etc/passwd",
  "%s%n%00",
  "{{7*7}}",
  "((((((((",
  "*".repeat(300),
  "🧭",
  // Cut anywhere, one of them loses half a character.
  "🧭".repeat(300),
  `x${"🧭".repeat(300)}`,
  "構造メモ",
  ...PROTOTYPE_NAMES,
];

/** Texts as they come, and as they should not. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("engine", "cache", "build-gotchas", "engine:0", "first note", "0", "true", "today"),
  fc.constantFrom("cache.ts#openCache", "cache.ts#open", "cache.ts#\u202E", "near:cache.ts", "near:.", "near:a\u0000b"),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom("x".repeat(5000), "long words ".repeat(2000), "\n".repeat(3000)),
);

/** A value of this parameter that is accepted as such, whatever the tool then makes of it. */
export function rightValue(parameter: Parameter): fc.Arbitrary<unknown> {
  switch (parameter.kind) {
    case "text":
      return fc.oneof(anyText, fc.integer(), fc.boolean()).filter((value) => !parameter.required || !isBlank(value));
    case "texts": {
      // A list without a text is as good as none.
      const item = fc.oneof(anyText, fc.integer(), fc.boolean());
      const list = fc.array(item, { maxLength: 5 }).filter((items) => !items.every(isBlank));
      return fc.oneof(
        anyText,
        fc.integer(),
        list,
        list.map((items) => JSON.stringify(items)),
      );
    }
    case "json":
      return fc.oneof(fc.json(), fc.array(fc.record({ topic: anyText, text: anyText }), { maxLength: 5 }));
    case "flag":
      return fc.constantFrom(true, false, "true", "false", " TRUE ", "False");
    case "count":
      return numberOrText(fc.integer({ min: parameter.min, max: parameter.max }), parameter.min);
    case "fraction":
      return numberOrText(
        fc.float({ min: 0, max: 1, noNaN: true }).map((value) => Number(value.toFixed(3))),
        0,
      );
    case "choice":
      return fc.constantFrom(...parameter.choices, ...parameter.choices.map((choice) => ` ${choice.toUpperCase()} `));
    case "list": {
      const list = fc.array(rightValues(parameter.item), { minLength: 1, maxLength: 4 });
      return fc.oneof(
        list,
        list.map((items) => JSON.stringify(items)),
      );
    }
  }
}

/** Values for the parameters of a table that are accepted as such; those that are not required come now and then. */
export function rightValues(table: ParameterTable): fc.Arbitrary<Values> {
  const model = Object.fromEntries(Object.entries(table).map(([name, parameter]) => [name, rightValue(parameter)]));
  const requiredKeys = Object.keys(table).filter((name) => table[name]!.required);
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

/** Values of the required parameters alone. */
export function required(table: ParameterTable): fc.Arbitrary<Values> {
  return rightValues(Object.fromEntries(Object.entries(table).filter(([, parameter]) => parameter.required)));
}

/** The values with one more, as JSON would bring it: `__proto__` is a name like any other there. */
export function withOwn(values: Values, name: string, value: unknown): Values {
  const all: Values = { ...values };
  Object.defineProperty(all, name, { value, enumerable: true, configurable: true, writable: true });
  return all;
}

function numberOrText(numbers: fc.Arbitrary<number>, least: number): fc.Arbitrary<unknown> {
  return fc.oneof(
    numbers,
    numbers.map(String).filter((text) => !text.includes("e")),
    fc.constantFrom(least, ` ${least} `),
  );
}

function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}
