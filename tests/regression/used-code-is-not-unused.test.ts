// Code was called unused where its use stood behind an import that helix does not resolve: aliases of bundlers, import
// maps, `sys.path`, namespaces without a manifest, strings, templates. Such places are told by name only.

import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { putFiles } from "../support/code-ports.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const newFolder = useFolders("all");
const serve = useServers("all");
let helix: Served;
let root: string;

const ALIASES = ["@/deep/x", "~/deep/x", "#deep/x", "deep/x", "jsr:@me/x", "$alias/x", "Utilities"];

/** Files, and where each of the names is used although no rule leads there. */
const FILES: Record<string, string> = {};
const USES: [name: string, place: string][] = [];
const put = (files: Record<string, string>, ...uses: [string, string][]) => {
  Object.assign(FILES, files);
  USES.push(...uses);
};

for (const [at, alias] of ALIASES.entries()) {
  put(
    {
      [`web${at}/source/deep/x.js`]: `export function aliased${at}() {}\n`,
      [`web${at}/package.json`]: '{ "dependencies": { "react": "19" } }',
      [`web${at}/use.js`]: `import { aliased${at} } from "${alias}";\naliased${at}();\n`,
    },
    [`aliased${at}`, `web${at}/use.js:2`],
  );
}
put(
  {
    "ns/x.js":
      "export function renamed() {}\nexport function ofWhole() {}\nexport function lazily() {}\nexport function required() {}\nexport function ofRequired() {}\n",
    "ns/use.js": 'import { renamed as other } from "Some/x";\nimport * as x from "Some/x";\nother();\nx.ofWhole();\n',
    "ns/late.js":
      'export async function late() {\n  const { lazily } = await import("Some/x");\n  lazily();\n  const { required } = require("Some/x");\n  required();\n  const all = require("Some/x");\n  all.ofRequired();\n}\n',
    "ns/glob.js": "export function globbed() {}\n",
    "ns/globs.js":
      'const all = import.meta.glob("./*.js");\nexport const run = async () => (await all["./glob.js"]()).globbed();\n',
  },
  ["renamed", "ns/use.js:3"],
  ["ofWhole", "ns/use.js:4"],
  ["lazily", "ns/late.js:3"],
  ["required", "ns/late.js:5"],
  ["ofRequired", "ns/late.js:7"],
  ["globbed", "ns/globs.js:2"],
);
put(
  {
    "py/tools/away.py":
      "def by_path():\n    pass\ndef by_module():\n    pass\ndef by_loader():\n    pass\ndef by_attribute():\n    pass\n",
    "py/main.py":
      'import sys\nsys.path.insert(0, "tools")\nfrom away import by_path as bp\nimport away\nbp()\naway.by_module()\n',
    "py/load.py":
      'import importlib\nm = importlib.import_module("away")\nm.by_loader()\ngetattr(m, "by_attribute")()\n',
    "py/site/views.py": "def shown_page(request):\n    pass\n",
    "py/site/urls.py": 'urlpatterns = [url("^x", "site.views.shown_page")]\n',
    "py/console.py": "def console_entry():\n    pass\n",
    "py/setup.cfg": "[options.entry_points]\nconsole_scripts =\n  x = console:console_entry\n",
    "py/filters.py": "def in_template(x):\n    return x\n",
    "py/page.jinja2": "{{ x | in_template }}\n",
  },
  ["by_path", "py/main.py:5"],
  ["by_module", "py/main.py:6"],
  ["by_loader", "py/load.py:3"],
  ["by_attribute", "py/load.py:4"],
  ["shown_page", "py/site/urls.py:1"],
  ["console_entry", "py/setup.cfg:3"],
  ["in_template", "py/page.jinja2:1"],
);
put(
  {
    "php/functions.php":
      "<?php\nnamespace App\\Str;\nfunction imported_fn() {}\nfunction full_fn() {}\nfunction part_fn() {}\nfunction named_fn() {}\n",
    "php/use.php":
      "<?php\nnamespace Web;\nuse function App\\Str\\imported_fn;\nuse App\\Str;\nimported_fn();\n\\App\\Str\\full_fn();\nStr\\part_fn();\ncall_user_func('App\\Str\\named_fn');\n",
    "rb/pay.rb": "class Pay\n  def charge_first\n  end\nend\n",
    "rb/orders.rb": "class Orders\n  before_action :charge_first\nend\n",
    "rb/helper.rb": "module Helper\n  def in_erb\n  end\nend\n",
    "rb/page.html.erb": "<%= in_erb %>\n",
    "rb/sums.rb": "class Sums\n  def in_list\n  end\n  def by_symbol\n  end\n  def in_lines\n  end\nend\n",
    "rb/all.rb":
      "%w[first in_list].each { |m| Sums.new.send(m) }\nSums.new.send(:by_symbol)\nx = <<~T\n  in_lines\nT\n",
    "go/util/u.go": "package util\n\nfunc FromFar() {}\n",
    "go/main.go": 'package main\n\nimport "corp.example/x/util"\n\nfunc main() { util.FromFar() }\n',
    "cs/A.cs": "namespace N.M;\npublic static class Ext { public static void Globally() {} }\n",
    "cs/Usings.cs": "global using static N.M.Ext;\n",
    "cs/B.cs": "namespace O;\nclass B { void X() { Globally(); } }\n",
    "c/x.c": "int in_macro(int a) { return a; }\n",
    "c/odd.h": "#define CALL_IT(x) in_macro(x)\n",
    "html/g.js": "function clicked() {}\n",
    "html/page.html": '<button onclick="clicked()">x</button>\n',
  },
  ["imported_fn", "php/use.php:5"],
  ["full_fn", "php/use.php:6"],
  ["part_fn", "php/use.php:7"],
  ["named_fn", "php/use.php:8"],
  ["charge_first", "rb/orders.rb:2"],
  ["in_erb", "rb/page.html.erb:1"],
  ["in_list", "rb/all.rb:1"],
  ["by_symbol", "rb/all.rb:2"],
  ["FromFar", "go/main.go:5"],
  ["Globally", "cs/B.cs:2"],
  ["in_macro", "c/odd.h:1"],
  ["clicked", "html/page.html:1"],
);
// Files that use by another name what they import, and never say its own name there.
put(
  {
    "as/a.php":
      "<?php\nnamespace Appl\\Corr;\nclass PMailer {}\ninterface PIfc {}\ntrait PTrt {}\nclass PSta { static function run() {} }\nclass PAll {}\n",
    "as/b.php":
      "<?php\nuse Appl\\Corr\\PMailer as M;\nuse Appl\\Corr\\{\n  PIfc as I,\n  PTrt as T,\n  PSta as S,\n  PAll as A\n};\nnew M;\nclass Z implements I {\n  use T;\n}\nS::run();\n",
    "as/glob.php": "<?php\nclass PGlobal {}\n",
    "as/glob-use.php": "<?php\nuse PGlobal as G;\nnew G;\n",
    "as/A.cs":
      "namespace Q {\n  namespace R {\n    public class CsNested {}\n    public class CsMany<T> {}\n    public class CsGlobal {}\n  }\n}\n",
    "as/B.cs":
      "using KK = Q.R.CsNested;\nusing MM = Q.R.CsMany<int>;\nclass B { void X() {\n  new KK();\n  new MM();\n} }\n",
    "as/Usings.cs": "global using GG = Q.R.CsGlobal;\n",
    "as/k.ts": "export class ReExported {}\nexport class OfAlias {}\nexport function ofBarrel() {}\n",
    "as/index.ts": 'export { ReExported as RE } from "wherever/k";\n',
    "as/req.ts": 'import K = require("wherever/k");\nimport Own = K.OfAlias;\nnew Own();\n',
    "as/barrel.ts": 'export { ofBarrel } from "wherever/k";\n',
    "as/of-barrel.ts": 'import { ofBarrel as other } from "./barrel";\nother();\n',
    "as/C.scala": "package sa.b\n\nobject ScOuter { def scala_fn() = 1; def scala_gn() = 2 }\n",
    "as/D.scala":
      "package x\n\nimport sa.b.ScOuter.{scala_fn => sf}\nimport sa.b.ScOuter.scala_gn as sg\n\nobject Main { def main() = {\n  sf()\n  sg()\n} }\n",
    "as/E.kt": "package ka.b\nfun String.ktExtension() {}\n",
    "as/F.kt": 'package x\nimport ka.b.ktExtension as ke\nfun m() { "".ke() }\n',
    "rs/src/lib.rs": "pub mod a;\npub mod b;\n",
    "rs/src/a.rs": "pub enum RsEnum { RsVariant }\n",
    "rs/src/b.rs": "use crate::a::RsEnum::RsVariant as V;\nfn m() { let v = V; }\n",
    "as/m.lua": "local M = {}\nfunction M.lua_fn() end\nreturn M\n",
    "as/n.lua": "local D = require('m').lua_fn\nD()\n",
    "as/z.zig": "pub const ZigStruct = struct {};\n",
    "as/y.zig": 'pub const Other = @import("z.zig").ZigStruct;\n',
    "as/lib/a.ex":
      "defmodule ExA.ExB.ExC do\nend\ndefmodule ExA.ExD do\nend\ndefmodule ExA.ExE do\nend\ndefmodule ExA.ExF.ExG do\nend\n",
    "as/lib/b.ex":
      "defmodule B do\n  alias ExA.ExB.ExC, as: D\n  alias ExA.{ExD, ExE}\n  alias ExA.ExF\n  def m, do: D.f()\n  def n, do: ExD.f()\n  def o, do: ExE.f()\n  def p, do: ExF.ExG.f()\nend\n",
  },
  ["PMailer", "as/b.php:9"],
  ["PIfc", "as/b.php:10"],
  ["PTrt", "as/b.php:11"],
  ["PSta", "as/b.php:13"],
  ["PAll", "as/b.php:7"],
  ["PGlobal", "as/glob-use.php:3"],
  ["CsNested", "as/B.cs:4"],
  ["CsMany", "as/B.cs:5"],
  ["CsGlobal", "as/Usings.cs:1"],
  ["ReExported", "as/index.ts:1"],
  ["OfAlias", "as/req.ts:2"],
  ["ofBarrel", "as/of-barrel.ts:2"],
  ["scala_fn", "as/D.scala:7"],
  ["scala_gn", "as/D.scala:8"],
  ["ktExtension", "as/F.kt:3"],
  ["RsVariant", "rs/src/b.rs:2"],
  ["lua_fn", "as/n.lua:2"],
  ["ZigStruct", "as/y.zig:1"],
  ["ExA.ExB.ExC", "as/lib/b.ex:5"],
  ["ExA.ExD", "as/lib/b.ex:6"],
  ["ExA.ExE", "as/lib/b.ex:7"],
  ["ExA.ExF.ExG", "as/lib/b.ex:8"],
);
// Names that nothing uses and that stand all the same, and what is said of where.
const STANDS: readonly [name: string, said: string][] = [
  ["OnlyImported", "1 more line, in an import (stand/b.ts:2)"],
  ["onlyHandedOn", "1 more line, in an export (stand/c.ts:1)"],
  ["renamedHandedOn", "1 more line, in an export (stand/c.ts:2)"],
  ["ownRenamed", "1 more line, in an import (stand/d.ts:1)"],
  ["only_imported", "2 more lines, in imports (stand/b.py:1)"],
  ["several_ways", "2 more lines, 1 in an import, 1 in a text or as another one (stand/b.py:2)"],
  ["JavaHolder", "1 more line, in an import (stand/D.java:2)"],
  ["PForeign", "1 more line, in an import (stand/f.php:2)"],
  ["foreignJs", "1 more line, in an import (stand/dep/b.js:1)"],
  ["stoodMember", "1 more line, in an import (stand/g.ts:1)"],
  ["ExA.ExUnused", "1 more line, in an import (stand/e.ex:5)"],
  ["ExA.ExSame", "2 more lines, 1 in an import, 1 in a text or as another one (stand/e.ex:2)"],
];
put({
  "stand/a.ts":
    "export class OnlyImported {}\nexport function onlyHandedOn() {}\nexport function renamedHandedOn() {}\nexport function ownRenamed() {}\nexport class StoodClass {\n  stoodMember() {}\n}\n",
  "stand/b.ts": 'import {\n  OnlyImported,\n} from "wherever/k";\n',
  "stand/c.ts": 'export { onlyHandedOn } from "./a.ts";\nexport { renamedHandedOn as other } from "./a.ts";\n',
  "stand/d.ts": 'import { ownRenamed as another } from "./a.ts";\n',
  "stand/g.ts": 'import { stoodMember as s } from "wherever/a";\ns();\n',
  "stand/a.py": "def only_imported():\n    pass\ndef several_ways():\n    pass\n",
  "stand/b.py":
    "from .a import only_imported\nfrom .a import (several_ways,\n    only_imported as x,\n)\ndef f(several_ways):\n    pass\n",
  "stand/jv/JavaHolder.java": "package jv;\npublic class JavaHolder { public static void held() {} }\n",
  "stand/D.java": "package x;\nimport static jv.JavaHolder.held;\nclass D { void m() { held(); } }\n",
  "stand/e.php": "<?php\nnamespace Own;\nclass PForeign {}\n",
  "stand/f.php": "<?php\nuse Symfony\\Foo\\PForeign as F;\nnew F;\n",
  "stand/dep/a.js": "export function foreignJs() {}\n",
  "stand/dep/package.json": '{ "dependencies": { "yaml": "2" } }',
  "stand/dep/b.js": 'import { foreignJs as q } from "yaml";\nq();\n',
  "stand/d.ex": "defmodule ExA.ExSame do\nend\ndefmodule ExA.ExUnused do\nend\n",
  "stand/e.ex": "defmodule E do\n  alias Other.ExSame\n  def m, do: ExSame.f()\n\n  alias ExA.ExUnused\nend\n",
});
put({
  "out/own.js": "export function parse() {}\nexport function format() {}\n",
  "out/package.json": '{ "dependencies": { "yaml": "2" } }',
  "out/use.js": 'import { parse } from "yaml";\nimport { format } from "node:util";\nparse();\nformat();\n',
  "out/model.js": 'module.exports = make("Model");\n',
  "out/page.js": 'const Model = require("./model");\nModel.find();\n',
});

beforeAll(async () => {
  root = makeRepository(newFolder());
  putFiles(root, FILES);
  git(root, "add", ".");
  git(root, "commit", "-qm", "all");
  helix = await serve({ cwd: root, home: newFolder() });
});

test.each(USES)("%s is used by name at %s", async (symbol, place) => {
  const answer = await helix.answer("code", { action: "callers", symbol });
  const byName = answer.slice(answer.indexOf("by name only: "));
  expect(byName).toContain(`  ${place}  `);
});

test("impact, explore and trace name the places, too", async () => {
  for (const symbol of ["aliased0", "by_attribute", "clicked"]) {
    const place = USES.find(([name]) => name === symbol)![1];
    expect(await helix.answer("code", { action: "impact", symbol })).toContain(`(${place}`);
    expect(await helix.answer("code", { action: "explore", symbol })).toMatch(/may use it \(/);
  }
  const blast = (path: string) => helix.answer("trace", { path, action: "blast" });
  expect(await blast("py/site/views.py")).toContain("shown_page (function, line 1): 1 use in 1 file, by name only");
  expect(await blast("out/model.js")).toContain("imported by 1 file, by no name that is known\n  out/page.js:1");
});

test("a rename calls nothing another thing that may be a use, nor the import that brings it", async () => {
  const lines = ["web0/use.js:1", "web0/use.js:2", "ns/globs.js:2", "php/use.php:3", "php/use.php:5", "rb/all.rb:2"];
  const symbols = ["aliased0", "globbed", "imported_fn", "by_symbol"];
  const answers = await Promise.all(
    symbols.map((symbol) => helix.answer("code", { action: "impact", rename: true, symbol })),
  );
  for (const line of lines) expect(answers.join("\n")).toContain(`  ${line}  `);
  for (const answer of answers) expect(answer).not.toContain("something else");
});

test("that a name stands nowhere else is said only where it does not; trace says where to look", async () => {
  const answer = await helix.answer("code", { action: "callers", symbol: "in_lines" });
  expect(answer).toContain(
    "no use of it was found; its name stands on 1 more line, in a text or as another one (rb/all.rb:4)",
  );
  const traced = await helix.answer("trace", { path: ".", symbol: "clicked" });
  expect(traced).toContain("its name stands in 1 place that may use it");
});

test.each(STANDS)("of %s is said where it stands, and nothing false", async (symbol, said) => {
  const answer = await helix.answer("code", { action: "callers", symbol });
  expect(answer).toContain(`no use of it was found; its name stands on ${said}`);
});

test("a rename calls an import that no rule resolves none of something else; one of a dependency it does", async () => {
  const rename = (symbol: string) => helix.answer("code", { action: "impact", rename: true, symbol });
  const [open, aliased, member, outside] = await Promise.all(
    ["OnlyImported", "PMailer", "stoodMember", "foreignJs"].map(rename),
  );
  expect(open).toContain("  stand/b.ts:2  ");
  expect(aliased).toContain("  as/b.php:2  ");
  for (const answer of [open, aliased]) expect(answer).not.toContain("something else");
  for (const answer of [member, outside]) expect(answer).toContain("in code where it means something else: 1 line");
});

test("a change that is not committed names the places, too", async () => {
  const file = `${root}/html/g.js`;
  const before = readFileSync(file, "utf8");
  writeFileSync(file, before.replace("()", "(event)"));
  expect(await helix.answer("code", { action: "impact", diff: true })).toContain("(html/page.html:1)");
  writeFileSync(file, before);
});

test("what a dependency or the runtime gives is no use; what was looked at is said", async () => {
  for (const symbol of ["parse", "format"]) {
    const answer = await helix.answer("code", { action: "callers", symbol });
    expect(answer).not.toContain("certain: ");
  }
  const answer = await helix.answer("code", { action: "callers", symbol: "late" });
  expect(answer).toMatch(/no use of it was found: its name stands nowhere else in \d+ files$/);
});
