// The tool edit on a topic that several projects have notes in.

import { beforeEach, expect, test } from "vitest";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { type TwoProjects, twoProjects } from "../support/two-projects.ts";

const serve = useServers("each");
const folder = useFolders("each");
let at: TwoProjects;

beforeEach(async () => {
  at = await twoProjects(serve, folder);
});

const LEFT = 'left out: 2 entries of 1 other project (project="any" includes them)';

test("project: left out, the project's notes and those of none", async () => {
  expect(await at.shop.answer("edit", { action: "append", topic: "docs", text: "since iOS 17" })).toBe(
    `appended to docs:2: the linker wants arm64\n  ${LEFT}`,
  );
  expect(await at.shop.answer("edit", { action: "delete", topic: "docs", all: true })).toBe(
    `deleted docs: 2 entries\n  [0] prices are in cents\n  [2] the linker wants arm64\n  ${LEFT}`,
  );
  expect(await at.bank.read("docs")).toMatch(/2 entries in docs$/);
});

test("project: any", async () => {
  expect(await at.shop.answer("edit", { action: "delete", topic: "docs", project: "any" })).toBe(
    "deleted docs:3: transfers are idempotent",
  );
});

test("project: here, or a key", async () => {
  expect(await at.shop.answer("edit", { action: "tag", topic: "docs", tags: "x", project: "here" })).toContain(
    "tagged docs:0: prices are in cents",
  );
  const renamed = { action: "rename", topic: "docs", new_name: "bank", project: "acme/bank" };
  expect(await at.shop.answer("edit", renamed)).toBe(
    'renamed docs to bank: 2 entries\n  left out: 1 entry of 1 other project and 1 of none (project="any" includes them)',
  );
});

test("project: outside of any it has to be said where notes of several would change", async () => {
  expect(await at.outside.refusal("edit", { action: "delete", topic: "docs", all: true })).toBe(
    'docs holds notes of 2 projects ("acme/bank", "acme/shop"), and this directory is in none: give one of them, e.g. project="acme/bank", or all with project="any"',
  );
  expect(await at.outside.answer("edit", { action: "delete", topic: "docs", index: 1 })).toBe(
    "deleted docs:1: rates are per year",
  );
});
