// Values for the parameters of a tool, made from its table, such as are not accepted, whatever a client may send.

import fc from "fast-check";
import type { Parameter, ParameterTable } from "../../src/features/common/parameters.ts";
import { anyText, HOSTILE_TEXTS, PROTOTYPE_NAMES, required, withOwn } from "./argument-values.ts";

/** Values of a shape that only a list or an object may have. */
const shapes = fc.oneof(
  fc.constantFrom<unknown>({}, [], { toString: "x" }, JSON.parse('{"__proto__": {"a": 1}}'), [[[[]]]], ["a", "b"]),
  fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, maxKeys: 3 }),
);

/** What is neither a text nor a list of texts. */
const NO_TEXTS = fc.constantFrom<unknown>(
  { a: 1 },
  JSON.parse('{"__proto__": {"a": 1}}'),
  [[[[]]]],
  ["a", null],
  ["a", {}],
  [["a"]],
  '["a", {}]',
  "[null]",
);

/** What is no number, although some would read one. */
const NO_NUMBERS = [
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
  "9".repeat(400),
  ...HOSTILE_TEXTS,
];

/** A value that is not accepted for this parameter, whatever else there is. */
export function wrongValue(parameter: Parameter): fc.Arbitrary<unknown> {
  const missing = absent(parameter);
  switch (parameter.kind) {
    case "text":
      return fc.oneof(shapes, ...missing, ...(parameter.required ? [fc.constantFrom(" ", "\n\t\r\n ", "\u3000")] : []));
    case "texts":
      return NO_TEXTS;
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
    case "count":
      return wrongNumber(parameter, [
        parameter.min - 1,
        parameter.max + 1,
        parameter.min + 0.5,
        Number.MIN_VALUE,
        1e21,
      ]);
    case "fraction":
      return wrongNumber(parameter, [-0.001, 1.001, 2, -1, 1e9]);
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

/** What counts as nothing, where something has to be given. */
function absent({ required: isRequired = false }: Parameter): fc.Arbitrary<unknown>[] {
  return isRequired ? [fc.constantFrom<unknown>(null, undefined, "")] : [];
}

function wrongNumber(parameter: Parameter, outside: readonly number[]): fc.Arbitrary<unknown> {
  const numbers = [...outside, Number.MAX_VALUE, -Number.MAX_VALUE];
  const values = fc.constantFrom<unknown>(true, ...numbers, ...numbers.map(String), ...NO_NUMBERS);
  return fc.oneof(shapes, ...absent(parameter), values);
}

function wrongText(accepted: readonly string[]): fc.Arbitrary<string> {
  const texts = ["none of them", "x".repeat(100_000), ...HOSTILE_TEXTS, ...accepted.map((choice) => `${choice}!`)];
  return fc.oneof(fc.constantFrom(...texts), fc.string()).filter((text) => !isOneOf(text, accepted));
}

/** Whether it would be taken for one of these, or for nothing. */
function isOneOf(text: string, accepted: readonly string[]): boolean {
  return text === "" || accepted.includes(text.trim().toLowerCase());
}
