// Which files imports of Python mean: from the roots of sources, from the own package, names that are modules.

import { describe, expect, test } from "vitest";
import { resolverOf } from "../../../support/import-tree.ts";

const { resolve } = resolverOf(
  {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "services/mail/pyproject.toml": '[tool.setuptools.packages.find]\nwhere = ["code"]\n',
  },
  [
    "src/shop/__init__.py",
    "src/shop/__init__.pyi",
    "src/shop/cart.py",
    "src/shop/cart.pyi",
    "src/shop/json/__init__.py",
    "src/shop/json/tag.py",
    "src/shop/util.py",
    "src/shop/util/__init__.py",
    "src/space/inner/part.py",
    "services/mail/code/mailer/__init__.py",
    "services/mail/code/mailer/send.py",
    "tests/test_cart.py",
    "tests/helpers.py",
    "scripts/tool/run.py",
    "scripts/tool/common.py",
    "other/deep/lib/alone/one.py",
    "twice/a/pkg/mod.py",
    "twice/b/pkg/mod.py",
    "node_modules/gyp/pylib/gyp/common.py",
  ],
);

describe("absolute", () => {
  test.each([
    [
      "a package, with its stub",
      "tests/test_cart.py",
      "shop",
      undefined,
      ["src/shop/__init__.py", "src/shop/__init__.pyi"],
    ],
    [
      "a module, with its stub",
      "tests/test_cart.py",
      "shop.cart",
      undefined,
      ["src/shop/cart.py", "src/shop/cart.pyi"],
    ],
    ["a package before a module", "tests/test_cart.py", "shop.util", undefined, ["src/shop/util/__init__.py"]],
    ["a name of a module", "src/shop/cart.py", "shop.json", "dumps", ["src/shop/json/__init__.py"]],
    [
      "a name that is a module",
      "src/shop/cart.py",
      "shop.json",
      "tag",
      ["src/shop/json/tag.py", "src/shop/json/__init__.py"],
    ],
    ["all names", "src/shop/cart.py", "shop.json", "*", ["src/shop/json/__init__.py"]],
    ["a package without a start", "src/shop/cart.py", "space.inner", "part", ["src/space/inner/part.py"]],
    ["beside the script", "scripts/tool/run.py", "common", undefined, ["scripts/tool/common.py"]],
    ["beside the tests", "tests/test_cart.py", "helpers", undefined, ["tests/helpers.py"]],
    [
      "another project's, by its manifest",
      "tests/test_cart.py",
      "mailer.send",
      undefined,
      ["services/mail/code/mailer/send.py"],
    ],
    ["the only file that ends so", "tests/test_cart.py", "alone.one", undefined, ["other/deep/lib/alone/one.py"]],
    ["several that end so", "tests/test_cart.py", "pkg.mod", undefined, []],
    ["the standard library, in spite of a folder", "src/shop/cart.py", "json", undefined, []],
    ["a part that is missing", "src/shop/cart.py", "shop.gone", undefined, []],
    ["installed packages", "tests/test_cart.py", "gyp.common", undefined, []],
  ])("%s", (_, from, module, name, files) => {
    expect(resolve("python", from, module, name)).toEqual(files);
  });
});

describe("relative", () => {
  test.each([
    [
      "the own package",
      ".",
      "cart",
      ["src/shop/cart.py", "src/shop/cart.pyi", "src/shop/__init__.py", "src/shop/__init__.pyi"],
    ],
    ["a module beside", ".util", undefined, ["src/shop/util/__init__.py"]],
    ["above", "..shop.cart", undefined, ["src/shop/cart.py", "src/shop/cart.pyi"]],
    ["out of the tree", "....shop", undefined, []],
    ["far out of the tree", `${".".repeat(900)}shop`, undefined, []],
    ["no module's name", ".a-b", undefined, []],
    ["a path", "./cart", undefined, []],
  ])("%s: %s", (_, module, name, files) => {
    expect(resolve("python", "src/shop/cart.py", module, name)).toEqual(files);
  });
});

test("what several other projects have is not told apart", () => {
  const projects = ["a", "b", "c"].map((each) => `${each}/setup.py`);
  const many = resolverOf({}, [
    ...projects,
    "a/conf/__init__.py",
    "b/conf/__init__.py",
    "a/celery.py",
    "a/own/__init__.py",
  ]);
  expect(many.resolve("python", "c/main.py", "conf")).toEqual([]);
  expect(many.resolve("python", "c/main.py", "celery")).toEqual([]);
  expect(many.resolve("python", "c/main.py", "own")).toEqual(["a/own/__init__.py"]);
  expect(many.resolve("python", "a/main.py", "celery")).toEqual(["a/celery.py"]);
});

test("broken manifests say nothing", () => {
  const broken = resolverOf({ "pyproject.toml": "[tool\nwhere = 3", "setup.py": "" }, ["a/b.py", "main.py"]);
  expect(broken.resolve("python", "main.py", "a.b")).toEqual(["a/b.py"]);
  const hostile = resolverOf({ "p/pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["../../etc", 3]\n' }, [
    "etc/x.py",
    "p/main.py",
  ]);
  expect(hostile.resolve("python", "p/main.py", "x")).toEqual([]);
});
