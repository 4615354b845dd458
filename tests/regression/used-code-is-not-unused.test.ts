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
  expect(answer).toContain("no use of it was found; its name stands on 1 more line, as something else (rb/all.rb:4)");
  const traced = await helix.answer("trace", { path: ".", symbol: "clicked" });
  expect(traced).toContain("its name stands in 1 place that may use it");
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
