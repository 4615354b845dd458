// Where a project is entered, by its manifests; what is broken or hostile says nothing.

import { describe, expect, test } from "vitest";
import { importResolver } from "../../../../src/code/imports/import-resolver.ts";
import { projectStarts, tellsOfStarts } from "../../../../src/code/map/starts.ts";

function startsOf(files: Readonly<Record<string, string>>, folder = "") {
  const tree = {
    paths: () => Object.keys(files),
    has: (path: string) => Object.hasOwn(files, path),
    read: (path: string) => files[path] ?? null,
  };
  return projectStarts(tree, importResolver(tree), folder, Object.keys(files).filter(tellsOfStarts));
}

/** `how -> path` of each. */
const ways = (files: Readonly<Record<string, string>>) =>
  startsOf(files).starts.map(({ how, path, target }) => `${how} -> ${path ?? `? ${target}`}`);

describe("entry points", () => {
  test("package.json: programs, the package and its parts, as sources of what is built; each file once", () => {
    const manifest = {
      name: "till",
      main: "dist/index.js",
      bin: { till: "dist/bin/till.js", gone: "dist/gone.js" },
      exports: { ".": { types: "./dist/index.d.ts" }, "./coin": { import: "./dist/coin.js" }, "./*": "./dist/*.js" },
    };
    const files = { "src/index.ts": "", "src/coin.ts": "", "src/bin/till.ts": "" };
    expect(ways({ "package.json": JSON.stringify(manifest), ...files })).toEqual([
      "package till -> src/index.ts",
      "bin till -> src/bin/till.ts",
      "bin gone -> ? dist/gone.js",
      "export till/coin -> src/coin.ts",
      "export till/* -> ? ./dist/*.js",
    ]);
  });

  test("pyproject, Cargo, composer and Dockerfiles", () => {
    expect(
      ways({
        "pyproject.toml": '[project]\nscripts = { till = "shop.cli:main" }\n',
        "src/shop/cli.py": "",
        "crate/Cargo.toml":
          '[package]\nname = "c"\n[[bin]]\nname = "tool"\n[[bin]]\nname = "b"\npath = "src/other.rs"\n',
        "crate/src/bin/tool.rs": "",
        "crate/src/other.rs": "",
        "php/composer.json": '{"bin":["bin/run"]}',
        "php/bin/run": "",
        Dockerfile: 'FROM x\nENTRYPOINT ["old"]\nENTRYPOINT ["/till", "serve"]\n',
      }),
    ).toEqual([
      'ENTRYPOINT -> ? ["/till", "serve"]',
      "script till -> src/shop/cli.py",
      "bin tool -> crate/src/bin/tool.rs",
      "bin b -> crate/src/other.rs",
      "bin -> php/bin/run",
    ]);
  });

  test("libraries: by the name of their package", () => {
    expect(
      ways({
        "Cargo.toml": '[package]\nname = "till"\n',
        "src/lib.rs": "",
        "tool/Cargo.toml": '[package]\nname = "only-a-program"\n',
        "py/pyproject.toml": '[project]\nname = "Shop-Till"\n',
        "py/src/shop_till/__init__.py": "",
        "go/go.mod": "module example.org/till\n",
      }),
    ).toEqual([
      "crate till -> src/lib.rs",
      "module example.org/till -> ? null",
      "package Shop-Till -> py/src/shop_till/__init__.py",
    ]);
  });

  test("commands are those of the folder itself", () => {
    const files = {
      "package.json": '{"scripts":{"build":"x","test":"y"}}',
      Makefile: "X := 1\n%.o: %.c\n\tcc\nall lint: build\nbuild:\n.PHONY: all\n",
      "part/package.json": '{"scripts":{"inner":"x"}}',
    };
    expect(startsOf(files).commands).toEqual([
      { from: "Makefile", names: ["all", "build"], total: 2 },
      { from: "package.json", names: ["build", "test"], total: 2 },
    ]);
    const part = startsOf({ "part/package.json": files["part/package.json"] }, "part");
    expect(part.commands).toEqual([{ from: "part/package.json", names: ["inner"], total: 1 }]);
    const scripts = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`run-${at}`, "x"]));
    const [many] = startsOf({ "package.json": JSON.stringify({ scripts }) }).commands;
    expect([many!.names.length, many!.total]).toEqual([60, 300]);
  });
});

describe("what the project is", () => {
  test.each<[string, string, string | null]>([
    ["package.json", '{"name":"x","description":"Keeps a till."}', "Keeps a till."],
    ["package.json", '{"name":"x","description":"x"}', null],
    ["README.md", "# Till\n\n[![ci](x)](y)\n\nTill is a **till** for [shops](x). More.\n", "Till is a till for shops."],
    [
      "README.md",
      "# Till\n\nWe are happy to announce that it is out!\n\nThe till lets shops keep money.\n",
      "The till lets shops keep money.",
    ],
    ["README.rst", "Till\n====\n\nTill is a till for all shops.\n", "Till is a till for all shops."],
    ["README.md", "Documentation lives elsewhere, in a wiki.\n", null],
    ["README.md", "", null],
  ])("%s: %s", (path, text, expected) => {
    expect(startsOf({ [path]: text }).about?.text ?? null).toBe(expected);
  });
});

test.each([
  ["package.json", "{"],
  ["package.json", "null"],
  ["package.json", '{"bin":5,"exports":[[[[[[["x"]]]]]]],"scripts":"x","main":{},"name":[]}'],
  ["package.json", '{"bin":{"__proto__":"../../etc/passwd"},"main":"/etc/passwd","exports":{"./x":"../../y"}}'],
  ["Cargo.toml", "[[bin]]\nname = 5\npath = 6\n"],
  ["pyproject.toml", '[project]\nscripts = { a = "../x:y", b = 5 }\n'],
  ["Makefile", `${"a ".repeat(50_000)}:`],
  ["README.md", `${"[".repeat(5000)}${"(".repeat(5000)}`],
  ["Dockerfile", `CMD ${"x".repeat(100_000)}`],
])("a broken %s leads to no file", (path, text) => {
  const { starts } = startsOf({ [path]: text, "src/x.ts": "" });
  expect(starts.filter((start) => start.path !== null)).toEqual([]);
});
