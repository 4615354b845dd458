// The scanner of SQL: what statements create, and where they end, in the dialects of several databases. The code of the
// fixture is in scanners.test.ts.

import { describe, expect, test } from "vitest";
import { lightScanner } from "../../../src/code/light-scanner.ts";
import { scanSql } from "../../../src/code/sql-scanner.ts";
import { qualifiedName } from "../../../src/code/symbol-scanner.ts";
import { randomNumbers } from "../../support/random-log.ts";

const lineOf = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

describe("the scanner of SQL", () => {
  const listed = (...lines: string[]) =>
    lightScanner
      .scan(lines.join("\n"), "sql")
      .symbols.map((symbol) => `${symbol.line}-${symbol.endLine} ${symbol.kind} ${qualifiedName(symbol)}`);

  test.each<[string, string[], string[]]>([
    [
      "bodies up to the delimiter of MySQL, and what only its versions run",
      [
        "CREATE TABLE `a;b` (`note` text DEFAULT 'it\\'s; here') ENGINE=InnoDB;",
        "DELIMITER ;;",
        "/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`localhost`*/ /*!50003 TRIGGER `changed` BEFORE INSERT ON `a;b`",
        "FOR EACH ROW BEGIN",
        "  SET NEW.note = 'x';",
        "END */;;",
        "CREATE DEFINER = CURRENT_USER PROCEDURE tidy()",
        "BEGIN",
        "  IF 1 THEN SELECT 1; END IF;",
        "  CREATE TABLE inner_one (a int);",
        "END;;",
        "DELIMITER ;",
        "CREATE ALGORITHM=MERGE SQL SECURITY INVOKER VIEW seen AS SELECT 1;",
      ],
      ["1-1 table a;b", "3-6 trigger changed", "7-11 procedure tidy", "13-13 view seen"],
    ],
    [
      "bodies up to the end of a batch",
      [
        "CREATE OR ALTER PROCEDURE [dbo].[tidy up] AS",
        "  DECLARE @a int;",
        "  CREATE TABLE #inner (a int);",
        "  SELECT 1;",
        "GO",
        "IF NOT EXISTS (SELECT 1) BEGIN",
        "  CREATE CLUSTERED INDEX [by a] ON [dbo].[t] (a)",
        "END",
        "go",
        "CREATE TABLE dbo.t (a int)",
      ],
      ["1-4 procedure dbo.tidy up", "7-8 index by a", "10-10 table dbo.t"],
    ],
    [
      "bodies with declarations in front up to a slash",
      [
        "CREATE FUNCTION f RETURN int IS",
        "  a int;",
        "BEGIN",
        "  RETURN a;",
        "END f;",
        "/",
        "CREATE VIEW v AS SELECT 1;",
      ],
      ["1-5 function f", "7-7 view v"],
    ],
    [
      "marks of bodies within others, and a mark that nothing closes",
      ["CREATE FUNCTION f() AS $a$ $b$; $b$ $$ ; $a$;", "SELECT '$c$', $1, a$c$;", "CREATE TABLE t (a int);"],
      ["1-1 function f", "3-3 table t"],
    ],
    [
      "what comes behind a stray quote, and lines for the client",
      ["\\echo don't", "# don't", "PROMPT don't", "CREATE TABLE t (a text DEFAULT 'x');", "SELECT '"],
      ["4-4 table t"],
    ],
    [
      "a head on several lines, and several statements on one",
      [
        "CREATE TABLE",
        "  -- why",
        "  a",
        "(x int); create table b(x int);",
        "",
        "-- about c",
        "CREATE TABLE c (x int)",
      ],
      ["1-4 table a", "4-4 table b", "7-7 table c"],
    ],
    ["what has no name for nothing", ["CREATE TABLE", "(a int);", "CREATE TABLE $1.t (a int);", "CREATE INDEX;"], []],
  ])("takes %s", (_, lines, symbols) => {
    expect(listed(...lines)).toEqual(symbols);
  });

  test("shows declarations without their bodies", () => {
    const text = [
      "CREATE  TABLE a.b ( -- kept long",
      "  id int);",
      "CREATE FUNCTION c(d int DEFAULT 'x;y') RETURNS int AS $$ SELECT 1 $$;",
      "create sequence e; create view f as select 1;",
      "CREATE FUNCTION g() AS $body$",
      "$body$;",
    ].join("\n");
    expect(lightScanner.scan(text, "sql").symbols.map(({ signature }) => signature)).toEqual([
      "CREATE TABLE a.b",
      "CREATE FUNCTION c(d int DEFAULT 'x;y') RETURNS int AS $$ SELECT 1 $$",
      "create sequence e",
      "create view f as select 1",
      "CREATE FUNCTION g()",
    ]);
  });

  test("whatever stands in a text, what is found stands there, in order", () => {
    const pieces =
      "CREATE |CREATE TABLE a|\nCREATE FUNCTION b.c|TABLE |FUNCTION |a|b.c|\n|;|'|\"|`|$$|$x$|--|/*|*/|GO\n|/\n|DELIMITER ;;\n|BEGIN |END |CASE |(|)|[x]|COPY a FROM STDIN;\n|\\.\n| |AS ".split(
        "|",
      );
    const next = randomNumbers(7);
    let count = 0;
    for (let run = 0; run < 20_000; run++) {
      const text = Array.from({ length: 1 + next(25) }, () => pieces[next(pieces.length)]).join("");
      let behind = 0;
      for (const { name, nameOffset, start, end, line, endLine } of scanSql(text)) {
        expect(start, text).toBeGreaterThanOrEqual(behind);
        expect(text.slice(nameOffset, nameOffset + name.length)).toBe(name);
        expect([line, endLine], text).toEqual([lineOf(text, start), lineOf(text, end - 1)]);
        behind = end;
        count++;
      }
    }
    expect(count).toBeGreaterThan(1000);
  });
});
