// What each kind of manifest says, and that a broken or hostile one says nothing.

import { describe, expect, test } from "vitest";
import { isManifest, readManifest } from "../../../src/code/manifests.ts";

describe("dependencies", () => {
  test.each<[string, string, string[], string[]]>([
    ["package.json", '{"dependencies":{"zod":"1"},"devDependencies":{"vitest":"2"}}', ["zod"], ["vitest"]],
    [
      "composer.json",
      '{"require":{"monolog/monolog":"1"},"require-dev":{"phpunit/phpunit":"2"}}',
      ["monolog/monolog"],
      ["phpunit/phpunit"],
    ],
    [
      "Cargo.toml",
      '[dependencies]\nserde = "1"\n[dependencies.tokio]\nversion = "1"\n[dev-dependencies]\ncriterion = "0.5"\n',
      ["serde", "tokio"],
      ["criterion"],
    ],
    [
      "pyproject.toml",
      '[project]\ndependencies = ["requests[socks]>=2", "numpy"]\n[dependency-groups]\ndev = ["pytest"]\n',
      ["requests", "numpy"],
      ["pytest"],
    ],
    [
      "go.mod",
      "module x\n\nrequire (\n\tgithub.com/a/b v1.0.0\n\tgithub.com/c/d v1.0.0 // indirect\n)\nrequire github.com/e/f v2.0.0\n",
      ["github.com/a/b", "github.com/e/f"],
      [],
    ],
    ["requirements-dev.txt", "flask==2\n# comment\n-r base.txt\nrich\n", ["flask", "rich"], []],
    ["Gemfile", "source 'x'\ngem \"rails\", \"~> 7\"\n  gem 'pg'\n", ["rails", "pg"], []],
    ["pom.xml", "<dependency><groupId>org.x</groupId><artifactId>guava</artifactId></dependency>", ["guava"], []],
    [
      "build.gradle.kts",
      'dependencies {\n  implementation("org.x:core:1")\n  testImplementation("org.x:test:1")\n}\n',
      ["org.x:core"],
      [],
    ],
    ["Package.swift", '.package(url: "https://example.org/apple/swift-log.git", from: "1.0.0")', ["swift-log"], []],
    ["app/App.csproj", '<PackageReference Include="Serilog" Version="3" />', ["Serilog"], []],
  ])("of %s", (path, text, dependencies, development) => {
    expect(isManifest(path)).toBe(true);
    expect(readManifest(path, text)).toMatchObject({ dependencies, development });
  });
});

test("entry points", () => {
  const manifest = { main: "dist/index.js", bin: { tool: "bin/tool.js" }, scripts: { start: "node ." } };
  expect(readManifest("package.json", JSON.stringify(manifest))?.entryPoints).toEqual([
    "main dist/index.js",
    "bin tool: bin/tool.js",
    "npm start: node .",
  ]);
  expect(readManifest("Cargo.toml", '[[bin]]\nname = "tool"\n')?.entryPoints).toEqual(["bin tool"]);
  expect(readManifest("pyproject.toml", '[project.scripts]\ntool = "pkg:main"\n')?.entryPoints).toEqual([
    "script tool: pkg:main",
  ]);
});

test.each(["package.json", "Cargo.toml", "pyproject.toml", "go.mod", "pom.xml", "Gemfile"])(
  "%s that is none says nothing",
  (path) => {
    for (const text of ["", "{", "null", "[", "\0", "[".repeat(5000), "a=".repeat(5000)]) {
      const facts = readManifest(path, text);
      expect([...(facts?.dependencies ?? []), ...(facts?.development ?? []), ...(facts?.entryPoints ?? [])]).toEqual(
        [],
      );
    }
  },
);

test("other files are no manifests", () => {
  for (const path of ["package.json.bak", "src/cargo.rs", "go.sum"]) expect(isManifest(path)).toBe(false);
});
