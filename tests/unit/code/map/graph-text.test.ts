// Graphs as text: nothing in a name becomes part of the graph.

import fc from "fast-check";
import { expect, test } from "vitest";
import { dotGraph, mermaidGraph } from "../../../../src/code/map/graph-text.ts";
import { runs } from "../../../support/runs.ts";

const edge = { from: 0, to: 1, links: 3, isCyclic: false };

test("modules and their dependencies", () => {
  const graph = {
    nodes: [{ label: "src/a" }, { label: "./*" }],
    edges: [edge, { from: 1, to: 0, links: 1, isCyclic: true }],
  };
  expect(mermaidGraph(graph)).toBe(
    ["flowchart LR", '  m0["src/a"]', '  m1["./*"]', "  m0 -->|3| m1", "  m1 -.->|1| m0"].join("\n"),
  );
  expect(dotGraph(graph)).toBe(
    [
      "digraph modules {",
      "  rankdir=LR;",
      "  node [shape=box];",
      '  m0 [label="src/a"];',
      '  m1 [label="./*"];',
      '  m0 -> m1 [label="3"];',
      '  m1 -> m0 [label="1", style=dashed];',
      "}",
    ].join("\n"),
  );
});

const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    '"];\n  m0 --> m9',
    '"]; m0 -> evil; x [label="',
    "\\",
    '\\"',
    "#quot;",
    "<script>",
    "`x`",
    "%%{init}%%",
    "a\r\nb",
  ),
);

test("a name of any kind is one label, and lines and edges are those of the graph", () => {
  fc.assert(
    fc.property(nasty, (label) => {
      const graph = { nodes: [{ label }, { label: "b" }], edges: [edge] };
      const mermaid = mermaidGraph(graph).split("\n");
      expect(mermaid).toHaveLength(4);
      expect(mermaid[1]).toMatch(/^ {2}m0\["(?:[\p{L}\p{N} _./@+,()*-]|#\d+;)*"\]$/u);
      const dot = dotGraph(graph).split("\n");
      expect(dot).toHaveLength(7);
      expect(dot[3]).toMatch(/^ {2}m0 \[label="(?:[^"\\\s]| |\\["\\])*"\];$/u);
    }),
    { numRuns: runs(500) },
  );
});
