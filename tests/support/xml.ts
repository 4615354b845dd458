// Reads XML strictly, as far as an SVG needs it: a mistake throws instead of being made good.

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
}

const TAG = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[A-Za-z][\w:-]*="[^"<]*")*)\s*(\/?)>/y;
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d+);)/;

/** The root element of a document. Throws an Error that says what is not well-formed. */
export function parseXml(text: string): Element {
  const root = { name: "", attributes: {}, children: [] as (Element | string)[] };
  const open: { name: string; children: (Element | string)[] }[] = [root];
  for (let at = 0; at < text.length; ) {
    if (text[at] !== "<") {
      const end = text.indexOf("<", at);
      const content = text.slice(at, end < 0 ? text.length : end);
      if (ENTITY.test(content)) throw new Error(`a bare & in: ${content.trim()}`);
      if (content.trim() !== "") open.at(-1)!.children.push(content);
      at += content.length;
      continue;
    }
    TAG.lastIndex = at;
    const match = TAG.exec(text);
    if (match === null) throw new Error(`no tag: ${text.slice(at, at + 60)}`);
    const [tag, closing, name, attributes, empty] = match;
    at += tag.length;
    if (closing === "/") {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    const element = { name: name!, attributes: attributesOf(attributes!), children: [] };
    open.at(-1)!.children.push(element);
    if (empty !== "/") open.push(element);
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || others.length > 0 || only === undefined || typeof only === "string")
    throw new Error("there is not one root element, closed");
  return only;
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, value] of text.matchAll(/([A-Za-z][\w:-]*)="([^"]*)"/g)) {
    if (name! in attributes) throw new Error(`the attribute ${name} stands twice`);
    if (ENTITY.test(value!)) throw new Error(`a bare & in ${name}`);
    attributes[name!] = value!;
  }
  return attributes;
}

/** All elements of a name below an element, in their order. */
export function elementsOf(element: Element, name: string): Element[] {
  return element.children.flatMap((child) =>
    typeof child === "string" ? [] : [...(child.name === name ? [child] : []), ...elementsOf(child, name)],
  );
}

/** What stands in an element as text. */
export function textOf(element: Element): string {
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}
