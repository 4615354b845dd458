// The tool read on a topic that several projects have notes in.

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
const OWN =
  "[0] 2026-02-21 06:11\n  prices are in cents\n\n[2] 2026-02-21 06:11\n  the linker wants arm64\n\n2 entries in docs";

test("project: left out, the project's notes and those of none, with their indexes in the topic", async () => {
  expect(await at.shop.read("docs")).toBe(`${OWN}; ${LEFT}`);
  expect(await at.shop.read("docs", { index: 1 })).toContain("rates are per year");
});

test("project: here, without those of none", async () => {
  expect(await at.shop.read("docs", { project: "here" })).toBe(
    '[0] 2026-02-21 06:11\n  prices are in cents\n\n1 entry in docs; left out: 2 entries of 1 other project and 1 of none (project="any" includes them)',
  );
  expect(await at.outside.refusal("read", { topic: "docs", project: "here" })).toContain(
    'project="here" is not accepted',
  );
});

test("project: any, which is the default outside of any project", async () => {
  expect(await at.outside.read("docs")).toMatch(/4 entries in docs$/);
  expect(await at.shop.read("docs", { project: "any" })).toMatch(/4 entries in docs$/);
});

test("project: a key, in any case", async () => {
  expect(await at.shop.read("docs", { project: "Acme/Bank" })).toMatch(
    /^\[1\] [^[]*\n {2}\[project: acme\/bank\]\n\n\[3\] [^[]*\n {2}\[project: acme\/bank\]\n\n2 entries in docs; left out: /,
  );
  expect(await at.shop.refusal("read", { topic: "docs", project: "acme/none" })).toBe(
    'no note is of the project "acme/none"; nearest: acme/bank, acme/shop; project="any" means all',
  );
});
