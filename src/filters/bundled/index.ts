// The filters that helix brings along: the text of each file in this folder. A new file is one import and one
// entry here.

import ava from "./ava.toml" with { type: "text" };
import biome from "./biome.toml" with { type: "text" };
import bun from "./bun.toml" with { type: "text" };
import df from "./df.toml" with { type: "text" };
import esbuild from "./esbuild.toml" with { type: "text" };
import eslint from "./eslint.toml" with { type: "text" };
import jest from "./jest.toml" with { type: "text" };
import knip from "./knip.toml" with { type: "text" };
import mocha from "./mocha.toml" with { type: "text" };
import next from "./next.toml" with { type: "text" };
import nodeTest from "./node-test.toml" with { type: "text" };
import npm from "./npm.toml" with { type: "text" };
import oxlint from "./oxlint.toml" with { type: "text" };
import playwright from "./playwright.toml" with { type: "text" };
import pnpm from "./pnpm.toml" with { type: "text" };
import prettier from "./prettier.toml" with { type: "text" };
import rollup from "./rollup.toml" with { type: "text" };
import stylelint from "./stylelint.toml" with { type: "text" };
import tsc from "./tsc.toml" with { type: "text" };
import turbo from "./turbo.toml" with { type: "text" };
import vite from "./vite.toml" with { type: "text" };
import vitest from "./vitest.toml" with { type: "text" };
import webpack from "./webpack.toml" with { type: "text" };
import yarn from "./yarn.toml" with { type: "text" };

/** A bundled file and its text. */
export interface BundledFile {
  readonly name: string;
  readonly text: string;
}

/** All bundled files, by name. */
export const BUNDLED: readonly BundledFile[] = [
  { name: "ava.toml", text: ava },
  { name: "biome.toml", text: biome },
  { name: "bun.toml", text: bun },
  { name: "df.toml", text: df },
  { name: "esbuild.toml", text: esbuild },
  { name: "eslint.toml", text: eslint },
  { name: "jest.toml", text: jest },
  { name: "knip.toml", text: knip },
  { name: "mocha.toml", text: mocha },
  { name: "next.toml", text: next },
  { name: "node-test.toml", text: nodeTest },
  { name: "npm.toml", text: npm },
  { name: "oxlint.toml", text: oxlint },
  { name: "playwright.toml", text: playwright },
  { name: "pnpm.toml", text: pnpm },
  { name: "prettier.toml", text: prettier },
  { name: "rollup.toml", text: rollup },
  { name: "stylelint.toml", text: stylelint },
  { name: "tsc.toml", text: tsc },
  { name: "turbo.toml", text: turbo },
  { name: "vite.toml", text: vite },
  { name: "vitest.toml", text: vitest },
  { name: "webpack.toml", text: webpack },
  { name: "yarn.toml", text: yarn },
];
