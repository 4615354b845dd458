// Servers of two repositories and of a folder outside of any, on one knowledge base in which all have notes under one
// topic.

import { join } from "node:path";
import { makeRepository } from "./git-repository.ts";
import type { Served, ServeOptions } from "./served.ts";

export interface TwoProjects {
  /** In acme/shop, in acme/bank, and outside of any project. */
  readonly shop: Served;
  readonly bank: Served;
  readonly outside: Served;
}

/** The topic `docs` gets a note of the shop, one of the bank, one of no project and one more of the bank. */
export async function twoProjects(
  serve: (options?: ServeOptions) => Promise<Served>,
  folder: () => string,
): Promise<TwoProjects> {
  const directory = folder();
  const root = folder();
  const inRepository = (name: string) =>
    serve({ directory, cwd: makeRepository(join(root, name), `https://example.org/acme/${name}.git`) });
  const [shop, bank, outside] = [await inRepository("shop"), await inRepository("bank"), await serve({ directory })];
  await shop.store("docs", "prices are in cents");
  await bank.store("docs", "rates are per year");
  await outside.store("docs", "the linker wants arm64");
  await bank.store("docs", "transfers are idempotent");
  return { shop, bank, outside };
}
