// Which files paths of Rust mean: modules of the own crate, other crates of the tree, modules written out in a file.

import { describe, expect, test } from "vitest";
import { resolverOf } from "../../../support/import-tree.ts";

const { resolve } = resolverOf(
  {
    "Cargo.toml":
      '[workspace]\nmembers = ["shop", "tax-rules", "cli"]\n[workspace.dependencies]\nrates = { path = "rates", package = "exchange-rates" }\n',
    "shop/Cargo.toml":
      '[package]\nname = "shop"\n[dependencies]\ntax-rules = { path = "../tax-rules" }\nmoney = { package = "big-money", version = "1" }\nserde = "1"\nout = { path = "../../../etc" }\n[target."cfg(unix)".dependencies]\nrates = { workspace = true }\n',
    "tax-rules/Cargo.toml": '[package]\nname = "tax-rules"\n',
    "big/Cargo.toml": '[package]\nname = "big-money"\n[lib]\nname = "bigmoney"\npath = "code/entry.rs"\n',
    "rates/Cargo.toml": '[package]\nname = "exchange-rates"\n',
    "cli/Cargo.toml": '[package]\nname = "cli"\n[[bin]]\nname = "cli"\npath = "core/start.rs"\n',
    "broken/Cargo.toml": "[package\nname = ",
    "shop/src/sys/mod.rs":
      '#[cfg_attr(unix, path = "unix.rs")]\n#[cfg_attr(windows, path = "windows.rs")]\nmod imp;\n#[path = "../odd/place.rs"]\npub(crate) mod placed;\n#[path = "../../../../secret.rs"]\nmod secret;\n',
    "shop/src/cart/line.rs": "mod tests {\n    use super::*;\n}\n",
    "shop/tests/all.rs": "mod common;\nmod util;\n",
    "shop/tests/other.rs": "fn main() {}\n",
    "shop/tests/buy.rs": "mod common;\nmod support {\n    pub mod till;\n}\nuse support::till::Till;\n",
  },
  [
    "shop/src/lib.rs",
    "shop/src/main.rs",
    "shop/src/cart.rs",
    "shop/src/cart/total.rs",
    "shop/src/stock/mod.rs",
    "shop/src/stock/shelf.rs",
    "shop/src/stock/shelf/row.rs",
    "shop/src/bin/tool.rs",
    "shop/src/sys/unix.rs",
    "shop/src/sys/windows.rs",
    "shop/src/odd/place.rs",
    "shop/src/type.rs",
    "shop/tests/common/mod.rs",
    "shop/tests/common/deep.rs",
    "shop/tests/util.rs",
    "shop/tests/support/till.rs",
    "tax-rules/src/lib.rs",
    "tax-rules/src/vat.rs",
    "rates/src/lib.rs",
    "big/code/entry.rs",
    "big/code/coin.rs",
    "cli/core/start.rs",
    "cli/core/flags.rs",
    "secret.rs",
  ],
);
const from = (path: string, module: string, name?: string) => resolve("rust", path, module, name);

describe("the own crate", () => {
  test.each([
    ["from the root", "shop/src/stock/shelf.rs", "crate::cart", ["shop/src/cart.rs"]],
    ["an item of a module", "shop/src/stock/shelf.rs", "crate::cart::Cart", ["shop/src/cart.rs"]],
    ["an item of the root", "shop/src/stock/shelf.rs", "crate::Error", ["shop/src/lib.rs", "shop/src/main.rs"]],
    ["a folder's module", "shop/src/cart.rs", "crate::stock::shelf::row::Row", ["shop/src/stock/shelf/row.rs"]],
    ["all of a module", "shop/src/cart.rs", "crate::stock::*", ["shop/src/stock/mod.rs"]],
    ["by a macro's name of the crate", "shop/src/cart.rs", "$crate::stock::Shelf", ["shop/src/stock/mod.rs"]],
    ["from the own module", "shop/src/cart.rs", "self::total::sum", ["shop/src/cart/total.rs"]],
    ["from the module above", "shop/src/cart/total.rs", "super::Cart", ["shop/src/cart.rs"]],
    ["from two above", "shop/src/stock/shelf/row.rs", "super::super::Shelf", ["shop/src/stock/mod.rs"]],
    ["from above the root", "shop/src/cart.rs", "super::super::super::x", []],
    ["a child's declaration", "shop/src/lib.rs", "stock", ["shop/src/stock/mod.rs"]],
    ["a grandchild's declaration", "shop/src/stock/shelf.rs", "row", ["shop/src/stock/shelf/row.rs"]],
    ["a name with a mark", "shop/src/cart.rs", "crate::r#type::Type", ["shop/src/type.rs"]],
    ["files by attributes", "shop/src/sys/mod.rs", "imp", ["shop/src/sys/unix.rs", "shop/src/sys/windows.rs"]],
    ["a file elsewhere by an attribute", "shop/src/cart.rs", "crate::sys::placed", ["shop/src/odd/place.rs"]],
    ["a file out of the tree by an attribute", "shop/src/sys/mod.rs", "secret", []],
    ["a program's own root", "cli/core/flags.rs", "crate::run", ["cli/core/start.rs"]],
    ["a sibling of a named root", "cli/core/start.rs", "flags", ["cli/core/flags.rs"]],
    ["a library's named root", "big/code/coin.rs", "crate::Money", ["big/code/entry.rs"]],
    ["a test's module", "shop/tests/buy.rs", "common", ["shop/tests/common/mod.rs"]],
    [
      "the crates that share a module",
      "shop/tests/common/mod.rs",
      "crate::Kit",
      ["shop/tests/all.rs", "shop/tests/buy.rs"],
    ],
    [
      "through a crate that declares the module",
      "shop/tests/common/deep.rs",
      "crate::util::Kit",
      ["shop/tests/util.rs"],
    ],
    ["a test that is a crate", "shop/tests/other.rs", "crate::Kit", ["shop/tests/other.rs"]],
    ["a module in one that is written out", "shop/tests/buy.rs", "till", ["shop/tests/support/till.rs"]],
    ["the same as said by its declaration", "shop/tests/buy.rs", "self::till", ["shop/tests/support/till.rs"]],
    ["a path through it", "shop/tests/buy.rs", "crate::support::till::Till", ["shop/tests/support/till.rs"]],
  ])("%s: %s %s", (_, path, module, files) => {
    expect(from(path, module)).toEqual(files);
  });
  test("an imported name that is a module comes first", () => {
    expect(from("shop/src/lib.rs", "crate::stock", "shelf")).toEqual([
      "shop/src/stock/shelf.rs",
      "shop/src/stock/mod.rs",
    ]);
    expect(from("shop/src/lib.rs", "crate::stock", "Shelf")).toEqual(["shop/src/stock/mod.rs"]);
  });
  test("above a module that is written out is its file", () => {
    expect(from("shop/src/cart/line.rs", "super::*")).toEqual(["shop/src/cart/line.rs", "shop/src/cart.rs"]);
    expect(from("shop/src/cart/line.rs", "super::Cart")).toEqual(["shop/src/cart.rs", "shop/src/cart/line.rs"]);
  });
});

describe("other crates", () => {
  test.each([
    ["by path, with a dash", "tax_rules::vat::Vat", ["tax-rules/src/vat.rs"]],
    ["from outside of all modules", "::tax_rules::Rule", ["tax-rules/src/lib.rs"]],
    ["renamed", "money::coin::Coin", ["big/code/coin.rs"]],
    ["by the workspace, renamed, of a platform", "rates::Rate", ["rates/src/lib.rs"]],
    ["the own library by name", "shop::cart::Cart", ["shop/src/cart.rs"]],
    ["of the registry", "serde::Serialize", []],
    ["of the language", "std::collections::HashMap", []],
    ["out of the tree", "out::passwd", []],
    ["no path at all", "../../etc/passwd", []],
  ])("%s: %s", (_, module, files) => {
    expect(from("shop/src/main.rs", module)).toEqual(files);
  });
});

describe("what a module gives to others", () => {
  const { resolve: given } = resolverOf(
    {
      "Cargo.toml": '[package]\nname = "shop"\n',
      "src/lib.rs":
        "mod cart;\npub use cart::{Cart, line::{self as row, Line as Item}, // both\n  tax::*};\npub use crate::loop_a as a;\n",
      "src/cart/mod.rs":
        "cfg_pay! {\n    pub(crate) mod pay;\n    pub use self::pay::Card;\n    pub use super::round::Round;\n}\n",
      "src/round.rs": "pub use crate::cart::Round;\n",
      "src/hidden.rs": "use crate::cart::pay::Cash;\n",
      "src/open.rs": "pub use { never closed\n",
    },
    ["src/cart/pay.rs", "src/cart/line.rs", "src/cart/tax.rs"],
  );
  test.each([
    ["from a child, in a macro", "crate::cart::Card", ["src/cart/pay.rs", "src/cart/mod.rs"]],
    ["through two files", "shop::Cart", ["src/cart/mod.rs", "src/lib.rs"]],
    ["under another name", "crate::Item", ["src/cart/line.rs", "src/lib.rs"]],
    ["a module under another name", "crate::row::Line", ["src/cart/line.rs", "src/lib.rs"]],
    ["not what it only uses itself", "crate::hidden::Cash", ["src/hidden.rs"]],
    ["a statement without an end", "crate::open::never", ["src/open.rs"]],
  ])("%s: %s", (_, module, files) => {
    expect(given("rust", "src/lib.rs", module)).toEqual(files);
  });
  test("in a circle", () => {
    expect(given("rust", "src/lib.rs", "crate::cart::Round").toSorted()).toEqual(["src/cart/mod.rs", "src/round.rs"]);
  });
  test("a name apart from its module", () => {
    expect(given("rust", "src/round.rs", "crate::cart", "Card")).toEqual(["src/cart/pay.rs", "src/cart/mod.rs"]);
  });
});

test("attributes that go on for long end", () => {
  const hostile = resolverOf({ "src/lib.rs": `${'#[path = "a'.repeat(20_000)}\n${"mod a ".repeat(20_000)}` });
  expect(hostile.resolve("rust", "src/lib.rs", "b")).toEqual([]);
});
