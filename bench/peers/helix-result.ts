// helix in the table of its peers: through its server, with everything that a tool call does.

import { Figures, type PeerResult, type Run } from "../run-record.ts";

/** What a run measured of helix with so many entries. */
export function helixResult({ measurements }: Pick<Run, "measurements">, entries: number): PeerResult {
  const figures = new Figures(measurements);
  const at = (id: string) => figures.p50(entries, id) ?? null;
  const [p50, p95, load] = [at("search"), figures.p95(entries, "search"), at("load")];
  const [log, index] = [at("log-size"), at("index-size")];
  return {
    entries,
    name: "helix, over MCP",
    note: "the compiled server over stdio, synced; open is from spawn to the first answered search, load by helix import",
    problem: "",
    load: load === null ? null : load * 1000,
    open: at("open-search"),
    search: p50 === null || p95 === undefined ? null : { p50, p95 },
    store: at("store"),
    memory: at("memory"),
    disk: log === null || index === null ? null : log + index,
  };
}
