// The filters that helix brings along: the text of each file in this folder. A new file is one import and one
// entry here.

import ansiblePlaybook from "./ansible-playbook.toml" with { type: "text" };
import apk from "./apk.toml" with { type: "text" };
import apt from "./apt.toml" with { type: "text" };
import ava from "./ava.toml" with { type: "text" };
import biome from "./biome.toml" with { type: "text" };
import black from "./black.toml" with { type: "text" };
import brew from "./brew.toml" with { type: "text" };
import bun from "./bun.toml" with { type: "text" };
import bundle from "./bundle.toml" with { type: "text" };
import cargo from "./cargo.toml" with { type: "text" };
import clangTidy from "./clang-tidy.toml" with { type: "text" };
import composer from "./composer.toml" with { type: "text" };
import cp from "./cp.toml" with { type: "text" };
import cppcheck from "./cppcheck.toml" with { type: "text" };
import curl from "./curl.toml" with { type: "text" };
import df from "./df.toml" with { type: "text" };
import docker from "./docker.toml" with { type: "text" };
import dotnet from "./dotnet.toml" with { type: "text" };
import dpkg from "./dpkg.toml" with { type: "text" };
import du from "./du.toml" with { type: "text" };
import esbuild from "./esbuild.toml" with { type: "text" };
import eslint from "./eslint.toml" with { type: "text" };
import find from "./find.toml" with { type: "text" };
import flake8 from "./flake8.toml" with { type: "text" };
import gcc from "./gcc.toml" with { type: "text" };
import gh from "./gh.toml" with { type: "text" };
import git from "./git.toml" with { type: "text" };
import go from "./go.toml" with { type: "text" };
import gradle from "./gradle.toml" with { type: "text" };
import grep from "./grep.toml" with { type: "text" };
import helm from "./helm.toml" with { type: "text" };
import javac from "./javac.toml" with { type: "text" };
import jest from "./jest.toml" with { type: "text" };
import knip from "./knip.toml" with { type: "text" };
import kubectl from "./kubectl.toml" with { type: "text" };
import ls from "./ls.toml" with { type: "text" };
import make from "./make.toml" with { type: "text" };
import mix from "./mix.toml" with { type: "text" };
import mocha from "./mocha.toml" with { type: "text" };
import mvn from "./mvn.toml" with { type: "text" };
import mypy from "./mypy.toml" with { type: "text" };
import next from "./next.toml" with { type: "text" };
import nodeTest from "./node-test.toml" with { type: "text" };
import npm from "./npm.toml" with { type: "text" };
import oxlint from "./oxlint.toml" with { type: "text" };
import phpLint from "./php-lint.toml" with { type: "text" };
import phpunit from "./phpunit.toml" with { type: "text" };
import ping from "./ping.toml" with { type: "text" };
import pip from "./pip.toml" with { type: "text" };
import playwright from "./playwright.toml" with { type: "text" };
import pnpm from "./pnpm.toml" with { type: "text" };
import poetry from "./poetry.toml" with { type: "text" };
import preCommit from "./pre-commit.toml" with { type: "text" };
import prettier from "./prettier.toml" with { type: "text" };
import prove from "./prove.toml" with { type: "text" };
import ps from "./ps.toml" with { type: "text" };
import psql from "./psql.toml" with { type: "text" };
import pylint from "./pylint.toml" with { type: "text" };
import pytest from "./pytest.toml" with { type: "text" };
import rake from "./rake.toml" with { type: "text" };
import rollup from "./rollup.toml" with { type: "text" };
import rspec from "./rspec.toml" with { type: "text" };
import rsync from "./rsync.toml" with { type: "text" };
import rubocop from "./rubocop.toml" with { type: "text" };
import ruff from "./ruff.toml" with { type: "text" };
import rustc from "./rustc.toml" with { type: "text" };
import shellcheck from "./shellcheck.toml" with { type: "text" };
import stylelint from "./stylelint.toml" with { type: "text" };
import swift from "./swift.toml" with { type: "text" };
import systemctl from "./systemctl.toml" with { type: "text" };
import tar from "./tar.toml" with { type: "text" };
import terraform from "./terraform.toml" with { type: "text" };
import tree from "./tree.toml" with { type: "text" };
import tsc from "./tsc.toml" with { type: "text" };
import turbo from "./turbo.toml" with { type: "text" };
import uv from "./uv.toml" with { type: "text" };
import vite from "./vite.toml" with { type: "text" };
import vitest from "./vitest.toml" with { type: "text" };
import wc from "./wc.toml" with { type: "text" };
import webpack from "./webpack.toml" with { type: "text" };
import wget from "./wget.toml" with { type: "text" };
import xcodebuild from "./xcodebuild.toml" with { type: "text" };
import yamllint from "./yamllint.toml" with { type: "text" };
import yarn from "./yarn.toml" with { type: "text" };

/** A bundled file and its text. */
export interface BundledFile {
  readonly name: string;
  readonly text: string;
}

/** All bundled files, by name. */
export const BUNDLED: readonly BundledFile[] = [
  { name: "ansible-playbook.toml", text: ansiblePlaybook },
  { name: "apk.toml", text: apk },
  { name: "apt.toml", text: apt },
  { name: "ava.toml", text: ava },
  { name: "biome.toml", text: biome },
  { name: "black.toml", text: black },
  { name: "brew.toml", text: brew },
  { name: "bun.toml", text: bun },
  { name: "bundle.toml", text: bundle },
  { name: "cargo.toml", text: cargo },
  { name: "clang-tidy.toml", text: clangTidy },
  { name: "composer.toml", text: composer },
  { name: "cp.toml", text: cp },
  { name: "cppcheck.toml", text: cppcheck },
  { name: "curl.toml", text: curl },
  { name: "df.toml", text: df },
  { name: "docker.toml", text: docker },
  { name: "dotnet.toml", text: dotnet },
  { name: "dpkg.toml", text: dpkg },
  { name: "du.toml", text: du },
  { name: "esbuild.toml", text: esbuild },
  { name: "eslint.toml", text: eslint },
  { name: "find.toml", text: find },
  { name: "flake8.toml", text: flake8 },
  { name: "gcc.toml", text: gcc },
  { name: "gh.toml", text: gh },
  { name: "git.toml", text: git },
  { name: "go.toml", text: go },
  { name: "gradle.toml", text: gradle },
  { name: "grep.toml", text: grep },
  { name: "helm.toml", text: helm },
  { name: "javac.toml", text: javac },
  { name: "jest.toml", text: jest },
  { name: "knip.toml", text: knip },
  { name: "kubectl.toml", text: kubectl },
  { name: "ls.toml", text: ls },
  { name: "make.toml", text: make },
  { name: "mix.toml", text: mix },
  { name: "mocha.toml", text: mocha },
  { name: "mvn.toml", text: mvn },
  { name: "mypy.toml", text: mypy },
  { name: "next.toml", text: next },
  { name: "node-test.toml", text: nodeTest },
  { name: "npm.toml", text: npm },
  { name: "oxlint.toml", text: oxlint },
  { name: "php-lint.toml", text: phpLint },
  { name: "phpunit.toml", text: phpunit },
  { name: "ping.toml", text: ping },
  { name: "pip.toml", text: pip },
  { name: "playwright.toml", text: playwright },
  { name: "pnpm.toml", text: pnpm },
  { name: "poetry.toml", text: poetry },
  { name: "pre-commit.toml", text: preCommit },
  { name: "prettier.toml", text: prettier },
  { name: "prove.toml", text: prove },
  { name: "ps.toml", text: ps },
  { name: "psql.toml", text: psql },
  { name: "pylint.toml", text: pylint },
  { name: "pytest.toml", text: pytest },
  { name: "rake.toml", text: rake },
  { name: "rollup.toml", text: rollup },
  { name: "rspec.toml", text: rspec },
  { name: "rsync.toml", text: rsync },
  { name: "rubocop.toml", text: rubocop },
  { name: "ruff.toml", text: ruff },
  { name: "rustc.toml", text: rustc },
  { name: "shellcheck.toml", text: shellcheck },
  { name: "stylelint.toml", text: stylelint },
  { name: "swift.toml", text: swift },
  { name: "systemctl.toml", text: systemctl },
  { name: "tar.toml", text: tar },
  { name: "terraform.toml", text: terraform },
  { name: "tree.toml", text: tree },
  { name: "tsc.toml", text: tsc },
  { name: "turbo.toml", text: turbo },
  { name: "uv.toml", text: uv },
  { name: "vite.toml", text: vite },
  { name: "vitest.toml", text: vitest },
  { name: "wc.toml", text: wc },
  { name: "webpack.toml", text: webpack },
  { name: "wget.toml", text: wget },
  { name: "xcodebuild.toml", text: xcodebuild },
  { name: "yamllint.toml", text: yamllint },
  { name: "yarn.toml", text: yarn },
];
