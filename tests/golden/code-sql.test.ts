// code and trace on SQL, which has no parser: what its statements create is found, and what needs a parser says so.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const SCHEMA = `-- Everything that the shop sells.
CREATE TABLE shop.orders (
  id bigint PRIMARY KEY,
  note text DEFAULT 'none; yet'
);

CREATE OR REPLACE FUNCTION shop.order_total(order_id bigint) RETURNS numeric AS $$
  SELECT sum(price) FROM shop.orders WHERE id = order_id;
$$ LANGUAGE sql;

CREATE VIEW shop.totals AS SELECT shop.order_total(id) FROM shop.orders;
`;
const SCANNED = "found by a scan of its lines, which is less exact: there is no parser for SQL";

const serve = useServers("all");
const newFolder = useFolders("all");
let helix: Served;
const code = (values: Record<string, unknown>) => helix.answer("code", values);

beforeAll(async () => {
  const root = makeRepository(join(newFolder(), "shop"));
  writeFileSync(join(root, "schema.sql"), SCHEMA);
  writeFileSync(join(root, "app.ts"), "export const query = `select shop.order_total(1)`;\n");
  helix = await serve({ cwd: root, home: newFolder() });
});

describe("SQL", () => {
  test("what statements create is listed, with where it ends", async () => {
    expect(await code({ action: "outline", path: "schema.sql" })).toBe(
      [
        "schema.sql  (SQL, 11 lines)",
        "    2-5  CREATE TABLE shop.orders",
        "    7-9  CREATE OR REPLACE FUNCTION shop.order_total(order_id bigint) RETURNS numeric",
        "    11  CREATE VIEW shop.totals AS SELECT shop.order_total(id) FROM shop.orders",
        SCANNED,
      ].join("\n"),
    );
    expect(await helix.answer("trace", { path: "schema.sql" })).toContain("    2-5  table  CREATE TABLE shop.orders\n");
  });

  test("it is found by its name, by a search, and by its kind", async () => {
    expect(await code({ action: "symbols", symbol: "orders" })).toContain(
      "  schema.sql:2-5  table  CREATE TABLE shop.orders  (in shop)\n",
    );
    expect(await code({ query: "order total" })).toContain("  7-9  CREATE OR REPLACE FUNCTION shop.order_total");
    expect(await code({ query: "kind:view lang:sql totals" })).toContain("  11  CREATE VIEW shop.totals");
    expect(await code({ action: "read", symbol: "shop.orders" })).toContain("  note text DEFAULT 'none; yet'\n);\n```");
  });

  test("what needs a parser says that lines were scanned", async () => {
    for (const action of ["callers", "callees", "impact"]) {
      expect(await code({ action, symbol: "shop.order_total" }), action).toContain(SCANNED);
    }
    const rename = await code({ action: "impact", symbol: "order_total", rename: true });
    expect(rename).toContain(SCANNED);
    expect(rename).toContain("may have to change, by name only: 1 line in 1 file\n  schema.sql:11");
    expect(rename).toContain("the word in comments and strings: 1 line in 1 file\n  app.ts:1");
    const traced = await helix.answer("trace", { path: ".", symbol: "order_total" });
    expect(traced).toContain("read line by line, without a parser: schema.sql");
  });

  test("a map counts it, and says that it knows no more", async () => {
    const map = await code({ action: "map" });
    expect(map).toContain("SQL (1 file, 11 lines)");
    expect(map).toContain("\n1 file is of a language without a parser: no links, no symbols here");
    expect(map).not.toContain("could not be parsed");
  });

  test("a note may cite a table", async () => {
    expect(await helix.store("shop", "ids are never reused", { source: "schema.sql#orders" })).toContain(
      "source: schema.sql#shop.orders (changes of it will be noticed)",
    );
    expect(await code({ action: "read", path: "schema.sql", lines: "3" })).toContain("ids are never reused");
  });
});
