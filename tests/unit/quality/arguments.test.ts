// What `npm run quality` takes, and how it refuses the rest.

import { describe, expect, test } from "vitest";
import { parseArguments } from "../../../quality/arguments.ts";

describe("the arguments of the quality command", () => {
  test("nothing: sets, all queries, with the other systems", () => {
    expect(parseArguments([])).toEqual({
      subject: "sets",
      svg: null,
      outputs: [],
      symbols: [],
      folders: [],
      repositories: [],
      code: [],
      codeLines: [],
      references: [],
      lessons: [],
      revision: null,
      choice: { queries: null, seed: 7, split: null },
      binary: null,
      against: null,
      context: false,
      peers: true,
      json: false,
    });
  });

  test("folders and options in any order, values behind a space or an equals sign", () => {
    const request = parseArguments(["a", "--git=x,y", "--at", "v1", "b", "--queries", "50", "--split=tune", "--json"]);
    expect(request).toMatchObject({
      folders: ["a", "b"],
      repositories: ["x", "y"],
      revision: "v1",
      choice: { queries: 50, split: "tune" },
      json: true,
    });
  });

  test("callers of functions of repositories, which stand for themselves", () => {
    expect(parseArguments(["--references", "a,b", "--queries", "20"])).toMatchObject({
      subject: "references",
      references: ["a", "b"],
      choice: { queries: 20 },
    });
    expect(() => parseArguments(["--references", "a", "--at", "v1"])).toThrow("--at does not go with it");
  });

  test("lessons of repositories, which stand for themselves", () => {
    expect(parseArguments(["--lessons", "a,b", "--seed", "3"])).toMatchObject({
      subject: "lessons",
      lessons: ["a", "b"],
      choice: { seed: 3 },
    });
    expect(() => parseArguments(["--lessons", "a", "--at", "v1"])).toThrow("--at does not go with it");
  });

  test("packed answers about code", () => {
    expect(parseArguments(["--code", "a", "--context"])).toMatchObject({ subject: "code", context: true });
    expect(() => parseArguments(["--context", "folder"])).toThrow("--context");
  });

  test("code of repositories, with a number of questions", () => {
    expect(parseArguments(["--code", "a,b", "--queries", "20", "--no-peers"])).toMatchObject({
      subject: "code",
      code: ["a", "b"],
      choice: { queries: 20 },
      peers: false,
    });
  });

  test("pointers of hooks to the code of repositories", () => {
    expect(parseArguments(["--hooks", "--code", "a,b", "--split", "report"])).toMatchObject({
      subject: "pointers",
      code: ["a", "b"],
      choice: { split: "report" },
    });
  });

  test("lines of the files of repositories, at a revision", () => {
    expect(parseArguments(["--code-lines", "a,b", "--at", "v1", "--json"])).toMatchObject({
      subject: "code-lines",
      codeLines: ["a", "b"],
      revision: "v1",
      json: true,
    });
  });

  test("symbols of files in clones", () => {
    expect(parseArguments(["--symbols", "a,b", "--json"])).toMatchObject({
      subject: "symbols",
      symbols: ["a", "b"],
      json: true,
    });
  });

  test("help wins", () => {
    expect(parseArguments(["--bogus", "--help"])).toBeNull();
  });

  test.each([
    [["--queries", "0"], /--queries is not accepted.*--queries 100/],
    [["--queries", "many"], /--queries/],
    [["--split", "test"], /--split tune/],
    [["--git"], /--git \.\.\/repository/],
    [["--against", "--json"], /--against/],
    [["--quick"], /no option --quick.*e\.g\./],
    [["--hooks", "folder"], /--hooks is a set of its own, folder does not go with it/],
    [["--hooks", "--dated"], /does not go with it/],
    [["--code", "a", "folder"], /--code is a set of its own, folder does not go with it.*--code \.\.\/repository/],
    [["--code", "a", "--dated"], /--dated does not go with it/],
    [["--hooks", "--code", "a", "--no-peers"], /--no-peers does not go with it.*--hooks --code \.\.\/repository/],
    [["--code", "a", "--split", "tune"], /--split does not go with it/],
    [["--code", "a", "--context", "--against", "b"], /--context measures one binary.*--context --binary \.\.\/before/],
    [["--code-lines", "a", "--queries", "5"], /--queries does not go with it.*--code-lines \.\.\/repository/],
    [["--code-lines", "a", "--code", "b"], /does not go with it/],
    [["--symbols", "a", "--at", "v1"], /--at does not go with it.*--symbols \.\.\/clones/],
    [["--code"], /--code \.\.\/repository/],
    [["--dated", "--queries", "5"], /--queries does not go with it/],
  ])("%j is refused", (words, message) => {
    expect(() => parseArguments(words)).toThrow(message);
  });
});
