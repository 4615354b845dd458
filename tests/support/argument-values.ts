// Values for the parameters of a tool, made from its table: such as are accepted, and such as are not, whatever a client may send.

import fc from "fast-check";
import type { Parameter, ParameterTable } from "../../src/features/parameters.ts";

export type Values = Record<string, unknown>;

/** Names that every object of JavaScript has, or had: none is a parameter. */
export const PROTOTYPE_NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf"];

/** Texts that mean something somewhere. */
const HOSTILE_TEXTS = [
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

/** A value that is not accepted for this parameter, whatever else there is. */
export function wrongValue(parameter: Parameter): fc.Arbitrary<unknown> {
  const shapes = fc.oneof(
    fc.constantFrom<unknown>({}, [], { toString: "x" }, JSON.parse('{"__proto__": {"a": 1}}'), [[[[]]]], ["a", "b"]),
    fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, maxKeys: 3 }),
  );
  const missing = parameter.required ? [fc.constantFrom<unknown>(null, undefined, "")] : [];
  switch (parameter.kind) {
    case "text":
      return fc.oneof(shapes, ...missing, ...(parameter.required ? [fc.constantFrom(" ", "\n\t\r\n ", "\u3000")] : []));
    case "json":
      return fc.constantFrom<unknown>(
        7,
        true,
        "{",
        "[1,",
        "'a'",
        "\u0000",
        "[".repeat(5000),
        "undefined",
        "x".repeat(100_000),
      );
    case "flag":
      return fc.oneof(
        shapes,
        ...missing,
        wrongText(["true", "false"]),
        fc.constantFrom<unknown>(0, 1, -1, 0.5, "yes", "1", "0"),
      );
    case "count": {
      const { min, max } = parameter;
      const outside = [min - 1, max + 1, min + 0.5, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e21];
      return fc.oneof(
        shapes,
        ...missing,
        wrongNumber,
        fc.constantFrom<unknown>(true, ...outside, ...outside.map(String)),
      );
    }
    case "fraction": {
      const outside = [-0.001, 1.001, 2, -1, 1e9];
      return fc.oneof(
        shapes,
        ...missing,
        wrongNumber,
        fc.constantFrom<unknown>(true, ...outside, ...outside.map(String)),
      );
    }
    case "choice":
      return fc.oneof(shapes, ...missing, wrongText(parameter.choices), fc.constantFrom<unknown>(0, 7, true));
    case "list":
      return fc.oneof(
        ...missing,
        fc.constantFrom<unknown>(
          [],
          "[]",
          {},
          "{}",
          7,
          true,
          "a",
          "[1",
          [null],
          [7],
          ["a"],
          [[]],
          [{}],
          '[{"topic": 1}]',
        ),
        fc.constant(Array.from({ length: parameter.max + 1 }, () => ({}))),
        wrongItem(parameter.item),
      );
  }
}

/** A list whose last item has something wrong: a value, or a name. */
function wrongItem(table: ParameterTable): fc.Arbitrary<unknown> {
  const wrong = fc
    .constantFrom(...Object.keys(table))
    .chain((name) => fc.record({ name: fc.constant(name), value: wrongValue(table[name]!) }));
  const unknown = fc.record({ name: unknownName(table), value: anyText });
  return fc
    .tuple(fc.array(required(table), { maxLength: 3 }), required(table), fc.oneof(wrong, unknown))
    .map(([before, last, { name, value }]) => [...before, withOwn(last, name, value)]);
}

/** Values of the required parameters alone. */
export function required(table: ParameterTable): fc.Arbitrary<Values> {
  return rightValues(Object.fromEntries(Object.entries(table).filter(([, parameter]) => parameter.required)));
}

/** A name that no parameter of the table has. */
export function unknownName(table: ParameterTable): fc.Arbitrary<string> {
  const names = [
    ...PROTOTYPE_NAMES,
    "",
    " ",
    "Topic",
    "topics ",
    "query\u0000",
    "\ud800",
    "line\nbreak",
    "x".repeat(100_000),
  ];
  return fc.oneof(fc.constantFrom(...names), fc.string()).filter((name) => !Object.hasOwn(table, name));
}

/** The values with one more, as JSON would bring it: `__proto__` is a name like any other there. */
export function withOwn(values: Values, name: string, value: unknown): Values {
  const all: Values = { ...values };
  Object.defineProperty(all, name, { value, enumerable: true, configurable: true, writable: true });
  return all;
}

const wrongNumber = fc.oneof(
  fc.constantFrom(
    "12abc",
    "0x10",
    "1e3",
    "NaN",
    "Infinity",
    "-",
    "1,5",
    "1_000",
    "٣",
    "five",
    "1 2",
    "\u0000",
    "9".repeat(400),
  ),
  fc.constantFrom(...HOSTILE_TEXTS),
);

function wrongText(accepted: readonly string[]): fc.Arbitrary<string> {
  const texts = ["none of them", "x".repeat(100_000), ...HOSTILE_TEXTS, ...accepted.map((choice) => `${choice}!`)];
  return fc.oneof(fc.constantFrom(...texts), fc.string()).filter((text) => !isOneOf(text, accepted));
}

/** Whether it would be taken for one of these, or for nothing. */
function isOneOf(text: string, accepted: readonly string[]): boolean {
  return text === "" || accepted.includes(text.trim().toLowerCase());
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
