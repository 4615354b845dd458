// A graph of modules as text for Mermaid and for Graphviz. Names are those of others: whatever they hold, they end up
// as one label each, and nothing of them is read as part of the language.

export interface Graph {
  readonly nodes: readonly { readonly label: string }[];
  /** Nodes by their place in the list. `label`: a number. `isCyclic`: part of a cycle. */
  readonly edges: readonly {
    readonly from: number;
    readonly to: number;
    readonly links: number;
    readonly isCyclic: boolean;
  }[];
}

/** The characters of a Mermaid label that mean only themselves; others are written as codes of characters. */
const PLAIN = /[^\p{L}\p{N} _./@+,()*-]/gu;

/** A flowchart of Mermaid. Edges of cycles are dotted. */
export function mermaidGraph({ nodes, edges }: Graph): string {
  const label = (text: string) => text.replace(PLAIN, (character) => `#${character.codePointAt(0)};`);
  return [
    "flowchart LR",
    ...nodes.map((node, at) => `  m${at}["${label(node.label)}"]`),
    ...edges.map(({ from, to, links, isCyclic }) => `  m${from} ${isCyclic ? "-.->" : "-->"}|${links}| m${to}`),
  ].join("\n");
}

/** A digraph of Graphviz. Edges of cycles are dashed. */
export function dotGraph({ nodes, edges }: Graph): string {
  const label = (text: string) => text.replace(/[\\"]/g, (character) => `\\${character}`).replace(/\s+/g, " ");
  return [
    "digraph modules {",
    "  rankdir=LR;",
    "  node [shape=box];",
    ...nodes.map((node, at) => `  m${at} [label="${label(node.label)}"];`),
    ...edges.map(
      ({ from, to, links, isCyclic }) => `  m${from} -> m${to} [label="${links}"${isCyclic ? ", style=dashed" : ""}];`,
    ),
    "}",
  ].join("\n");
}
