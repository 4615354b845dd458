// Which files imports of PHP, Ruby, Swift and shells mean.

import { describe, expect, test } from "vitest";
import { resolverOf } from "../../../support/import-tree.ts";

describe("PHP", () => {
  const { resolve } = resolverOf(
    {
      "composer.json": JSON.stringify({
        autoload: {
          "psr-4": { "Shop\\": "src/", "Shop\\Pay\\": ["pay/", "more/"], "Out\\": "../../etc" },
          "psr-0": { Old_: "old/", "Older\\": "old/" },
          files: ["src/functions.php"],
        },
        "autoload-dev": { "psr-4": { "Shop\\Tests\\": "tests" } },
      }),
      "src/functions.php": "<?php\nnamespace Shop;\nfunction total() {}\n",
      "legacy/Thing.php": "<?php\nnamespace Legacy\\Deep;\nclass Thing {}\n",
      "broken/composer.json": '{"autoload":',
    },
    ["src/Cart.php", "src/Cart/Line.php", "pay/Card.php", "more/Cash.php", "tests/CartTest.php", "old/Older/Kind.php"],
  );
  test.each([
    ["a class", "Shop\\Cart", ["src/Cart.php"]],
    ["from the root of names", "\\Shop\\Cart\\Line", ["src/Cart/Line.php"]],
    ["the longest namespace", "Shop\\Pay\\Card", ["pay/Card.php"]],
    ["its second folder", "Shop\\Pay\\Cash", ["more/Cash.php"]],
    ["tests", "Shop\\Tests\\CartTest", ["tests/CartTest.php"]],
    ["folders of the older kind", "Older\\Kind", ["old/Older/Kind.php"]],
    ["a function", "Shop\\total", ["src/functions.php"]],
    ["a class that no rule names", "Legacy\\Deep\\Thing", ["legacy/Thing.php"]],
    ["a class of that name in another namespace", "Legacy\\Thing", []],
    ["a file from the own folder", "/Cart/Line.php", ["src/Cart/Line.php"]],
    ["a file from the root", "pay/Card.php", ["pay/Card.php"]],
    ["a file above", "../pay/Card.php", ["pay/Card.php"]],
    ["a file out of the tree", "../../../etc/passwd.php", []],
    ["a folder out of the tree", "Out\\passwd", []],
    ["another package's", "Monolog\\Logger", []],
  ])("%s: %s", (_, module, files) => {
    expect(resolve("php", "src/Main.php", module)).toEqual(files);
  });
  test("a name apart from its namespace", () => {
    expect(resolve("php", "src/Main.php", "Shop", "Cart")).toEqual(["src/Cart.php"]);
    expect(resolve("php", "src/Main.php", "Shop\\Pay", "Card")).toEqual(["pay/Card.php"]);
    expect(resolve("php", "src/Main.php", "Shop", "total")).toEqual(["src/functions.php"]);
    expect(resolve("php", "src/Main.php", "../pay/Card.php", "*")).toEqual(["pay/Card.php"]);
    expect(resolve("php", "src/Main.php", "", "DateTime")).toEqual([]);
  });
});

describe("Ruby", () => {
  const { resolve } = resolverOf({}, [
    "lib/shop/main.rb",
    "lib/shop.rb",
    "lib/shop/json.rb",
    "lib/shop/yaml.rb",
    "test/helper.rb",
    "gems/tax/lib/tax/rates.rb",
    "spec/v1.2/odd.rb",
  ]);
  test.each([
    ["from lib", "lib/shop/main.rb", "shop", ["lib/shop.rb"]],
    ["relative", "lib/shop/main.rb", "./json", ["lib/shop/json.rb"]],
    ["not relative, with a file of that name beside", "lib/shop/main.rb", "yaml", []],
    ["with the extension", "test/helper.rb", "shop/json.rb", ["lib/shop/json.rb"]],
    ["by dots", "lib/shop/main.rb", "../shop", ["lib/shop.rb"]],
    ["from the tests", "test/cart_test.rb", "helper", ["test/helper.rb"]],
    ["from another gem of the tree", "lib/shop.rb", "tax/rates", ["gems/tax/lib/tax/rates.rb"]],
    ["dots in names", "lib/shop.rb", "v1.2/odd", ["spec/v1.2/odd.rb"]],
    ["out of the tree", "lib/shop.rb", "../../../etc/passwd", []],
    ["the root of the disk", "lib/shop.rb", "/etc/passwd", []],
  ])("%s: %s %s", (_, from, module, files) => {
    expect(resolve("ruby", from, module)).toEqual(files);
  });
});

describe("Swift", () => {
  const { resolve } = resolverOf(
    {
      "Package.swift":
        'let package = Package(targets: [.target(name: "Shop", dependencies: ["Tax"]),\n .target(name: "Tax", path: "Code/Tax"), .testTarget(name: "ShopTests"), .target(name: "Out", path: "../../etc")])',
    },
    [
      "Sources/Shop/Cart.swift",
      "Sources/Shop/Pay/Card.swift",
      "Sources/Shop/Notes.md",
      "Code/Tax/Vat.swift",
      "Sources/Loose/A.swift",
    ],
  );
  test.each([
    ["a target, with folders", "Shop", ["Sources/Shop/Cart.swift", "Sources/Shop/Pay/Card.swift"]],
    ["one of its types", "Shop.Cart", ["Sources/Shop/Cart.swift", "Sources/Shop/Pay/Card.swift"]],
    ["a target elsewhere", "Tax", ["Code/Tax/Vat.swift"]],
    ["a folder that no manifest names", "Loose", ["Sources/Loose/A.swift"]],
    ["a target out of the tree", "Out", []],
    ["the system's", "Foundation", []],
  ])("%s: %s", (_, module, files) => {
    expect(resolve("swift", "Tests/ShopTests/CartTests.swift", module)).toEqual(files);
  });
});

describe("shells", () => {
  const { resolve } = resolverOf({}, ["scripts/run.sh", "scripts/lib/log.sh", "common.sh", "deep/only/once.sh"]);
  test.each([
    ["relative", "lib/log.sh", ["scripts/lib/log.sh"]],
    ["with a dot", "./lib/log.sh", ["scripts/lib/log.sh"]],
    ["below a variable", '"$HERE/lib/log.sh"', ["scripts/lib/log.sh"]],
    ["below a variable in braces", "\u0024{HERE%/}/lib/log.sh", ["scripts/lib/log.sh"]],
    ["below a folder that is worked out", '"$(dirname "$0")"/../common.sh', ["common.sh"]],
    ["from the root", "common.sh", ["common.sh"]],
    ["the only file that ends so", "only/once.sh", ["deep/only/once.sh"]],
    ["a name that is worked out", "lib/$NAME.sh", []],
    ["the root of the disk", "/etc/profile", []],
    ["out of the tree", "../../../etc/profile", []],
    ["a home", "~/.profile", []],
  ])("%s: %s", (_, module, files) => {
    expect(resolve("bash", "scripts/run.sh", module)).toEqual(files);
  });
});
