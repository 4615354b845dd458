// Writes the shapes of data as types of TypeScript, from the JSON schemas that zod makes of them. A comment is on the
// field before it, or begins with the name of its field.

import { z } from "zod";

type Schema = z.core.JSONSchema.BaseSchema;

const LINE_LENGTH_MAX = 118;
/** The longest object in one line. */
const OBJECT_LENGTH_MAX = 106;
const INDENT = "  ";

/** A type in one line; at most one of its fields needs a remark. */
interface Line {
  readonly text: string;
  readonly remarks: readonly string[];
}

/** A field, or all fields of a named type. `line` is null where its type needs more than one line. */
interface Field {
  readonly head: string;
  readonly schema: Schema;
  readonly line: Line | null;
}

/** The types that have names. */
const NAMED: readonly (readonly [name: string, schema: Schema])[] = Object.entries(
  z.toJSONSchema(z.globalRegistry, { uri: (name) => `#/$defs/${name}` }).schemas,
);

/** The declarations of the named types that `text` uses, and that are not in `known` yet; they are added to it. */
export function typesIn(text: string, known: Set<string>): string[] {
  const declared = new Map<string, string>();
  for (let seen = "", all = text; seen !== all; ) {
    seen = all;
    for (const [name, schema] of NAMED) {
      if (known.has(name) || !new RegExp(`\\b${name}\\b(?! =)`).test(all)) continue;
      known.add(name);
      const [first = "", ...rest] = `type ${name} = ${shapeOf(schema, "", name)}`.split("\n");
      const remark = commentOf(schema.description === undefined ? [] : [schema.description]);
      const isLong = first.length + remark.length > LINE_LENGTH_MAX;
      declared.set(name, [...(isLong ? [remark.trim(), first] : [first + remark]), ...rest].join("\n"));
      all += declared.get(name);
    }
  }
  return NAMED.flatMap(([name]) => declared.get(name) ?? []);
}

/** A type in as many lines as it needs; `indent` stands before all but the first. `self`: its name, if it has one. */
export function shapeOf(schema: Schema, indent = "", self = "", mayBeLine = true): string {
  const line = inLine(schema, self);
  if (line !== null && mayBeLine && isShort(indent + line.text, line.remarks))
    return line.text + commentOf(line.remarks);
  const { anyOf, enum: choices, items } = schema;
  if (choices !== undefined) return filled(line!.text.split(/(?<= \|) /)).join(`\n${indent}${INDENT}`);
  if (anyOf !== undefined) return anyOf.map((each) => shapeOf(each as Schema, indent)).join(" | ");
  if (schema.type !== "array") return `{\n${fieldLines(schema, indent + INDENT, self).join("\n")}\n${indent}}`;
  const item = shapeOf(items as Schema, indent, "", mayBeLine);
  return isUnion(items as Schema) ? `(${item})[]` : `${item}[]`;
}

function isUnion({ anyOf, enum: choices, type }: Schema): boolean {
  return anyOf !== undefined || choices !== undefined || Array.isArray(type);
}

function isShort(text: string, remarks: readonly string[]): boolean {
  return text.length + commentOf(remarks).length <= LINE_LENGTH_MAX;
}

function commentOf(remarks: readonly string[]): string {
  return remarks.length === 0 ? "" : ` // ${remarks.join("; ")}`;
}

function inLine(schema: Schema, self = ""): Line | null {
  const { $ref, const: only, enum: choices, anyOf, items, type, properties, propertyNames } = schema;
  if ($ref !== undefined) return plain($ref.split("/").at(-1)!);
  if (only !== undefined) return plain(JSON.stringify(only));
  if (choices !== undefined) return plain(choices.map((choice) => JSON.stringify(choice)).join(" | "));
  if (anyOf !== undefined)
    return joined(
      anyOf.map((each) => inLine(each as Schema)),
      " | ",
    );
  if (Array.isArray(type)) return plain(type.map(nameOfType).join(" | "));
  if (type === "array") {
    const item = schema.maxItems === 0 ? plain("") : inLine(items as Schema);
    return item && { ...item, text: isUnion(items as Schema) ? `(${item.text})[]` : `${item.text}[]` };
  }
  if (type !== "object") return plain(nameOfType(type!));
  if (properties === undefined) {
    const value = inLine(schema.additionalProperties as Schema);
    return value && { ...value, text: `{ [${(propertyNames as Schema).description}]: ${value.text} }` };
  }
  const fields = fieldsOf(schema, self).map(({ head, line, schema: { description } }) => {
    const name = head.replace(/\??: $/, "");
    const own = description === undefined ? [] : [`${name}: ${description}`];
    return line && { text: head + line.text, remarks: [...own, ...line.remarks] };
  });
  const line = joined(fields, ", ");
  return line === null || line.text.length > OBJECT_LENGTH_MAX ? null : { ...line, text: `{ ${line.text} }` };
}

function plain(text: string): Line {
  return { text, remarks: [] };
}

function nameOfType(type: string): string {
  return type === "integer" ? "number" : type;
}

function joined(parts: readonly (Line | null)[], separator: string): Line | null {
  const known = parts.filter((part) => part !== null);
  const remarks = known.flatMap((part) => part.remarks);
  if (known.length < parts.length || remarks.length > 1) return null;
  return { text: known.map(({ text }) => text).join(separator), remarks };
}

function fieldsOf({ properties = {}, required = [], additionalProperties }: Schema, self: string): Field[] {
  const left = new Map(Object.entries(properties as Readonly<Record<string, Schema>>));
  const fields: Field[] = [];
  const named = NAMED.filter(([name, type]) => name !== self && type.properties !== undefined);
  const sizeOf = ({ properties: own }: Schema) => Object.keys(own!).length;
  for (const [name, { properties: own }] of named.toSorted(([, a], [, b]) => sizeOf(b) - sizeOf(a))) {
    const isWithin = Object.entries(own!).every(
      ([key, each]) => JSON.stringify(left.get(key)) === JSON.stringify(each),
    );
    if (!isWithin) continue;
    for (const key of Object.keys(own!)) left.delete(key);
    fields.push({ head: "...", schema: {}, line: plain(name) });
  }
  for (const [name, schema] of left)
    fields.push({ head: `${name}${required.includes(name) ? "" : "?"}: `, schema, line: inLine(schema) });
  if (additionalProperties !== false) fields.push({ head: "", schema: {}, line: plain("...") });
  return fields;
}

/** The fields of an object, in lines. Fields without a remark share lines, with the next field, too. */
function fieldLines(schema: Schema, indent: string, self: string): string[] {
  const lines: string[] = [];
  let open: string[] = [];
  const close = () => {
    lines.push(...filled(open).map((line) => indent + line));
    open = [];
  };
  for (const { head, line, schema: field } of fieldsOf(schema, self)) {
    const own = field.description === undefined ? [] : [field.description];
    const isOneLine = line !== null && isShort(indent + head + line.text, [...own, ...line.remarks]);
    const type = isOneLine ? line.text : shapeOf(field, indent, "", false);
    const remarks = isOneLine ? [...own, ...line.remarks] : own;
    const [first = "", ...rest] = `${head}${type},`.split("\n");
    open.push(first + commentOf(remarks));
    if (remarks.length === 0 && rest.length === 0) continue;
    close();
    lines.push(...rest);
  }
  close();
  return lines;
}

/** The parts in as few lines as are not too long. */
function filled(parts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const isLong = last === undefined || last.length + part.length >= LINE_LENGTH_MAX - INDENT.length * 4;
    if (isLong) lines.push(part);
    else lines.splice(-1, 1, `${last} ${part}`);
  }
  return lines;
}
