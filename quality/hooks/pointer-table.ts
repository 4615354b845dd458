// Pointers to code as text. Pure.

import { counted, rounded } from "../../bench/samples.ts";
import { table } from "../../bench/tables.ts";
import { share } from "../tables.ts";
import type { Form, FormFigures, PointerResult } from "./measure-pointers.ts";

const HEAD = ["prompts", "spoken", "first right", "any right", "pointers"];
const NONE = "–";

/** What became of a repository's prompts: a table, then the prompts that need no code and got pointers. */
export function pointerTable(name: string, result: PointerResult): string {
  const { revision, forms, others, silence, wrongly, p50, p95 } = result;
  return [
    `${name}, ${result.name}: files at ${revision.slice(0, 10)}; a call took ${rounded(p50)} ms (p50), ${rounded(p95)} (p95)`,
    table(
      [result.name, ...HEAD],
      forms.filter(({ prompts }) => prompts > 0).map((each) => [each.form, counted(each.prompts), ...cells(each)]),
    ),
    `silent at ${share(silence)} of ${counted(others)} prompts that need no code`,
    ...wrongly.map(({ kind, text }) => `- ${kind}: ${text}`),
  ].join("\n");
}

/** The means over repositories, each counting the same; "" for a single one. */
export function pointerMeans(results: readonly PointerResult[]): string {
  if (results.length < 2) return "";
  const forms = results[0]!.forms.map(({ form }) => form);
  const rows = forms.flatMap((form) => {
    const all = results.flatMap((result) => result.forms.find((each) => each.form === form && each.prompts > 0) ?? []);
    return all.length === 0
      ? []
      : [[form, counted(all.reduce((sum, { prompts }) => sum + prompts, 0)), ...means(form, all)]];
  });
  const silence = results.reduce((sum, each) => sum + each.silence, 0) / results.length;
  return [
    table([`mean of ${results.length} repositories`, ...HEAD], rows),
    `silent at ${share(silence)} of the prompts that need no code`,
  ].join("\n");
}

/** The mean of each figure, over the repositories that have it: where nothing was said nothing was right or wrong. */
function means(form: Form, all: readonly FormFigures[]): string[] {
  const mean = (pick: (figures: FormFigures) => number) => {
    const values = all.map(pick).filter((value) => !Number.isNaN(value));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  return cells({
    form,
    prompts: 0,
    spoken: mean(({ spoken }) => spoken),
    first: mean(({ first }) => first),
    any: mean(({ any }) => any),
    pointers: mean(({ pointers }) => pointers),
  });
}

function cells({ spoken, first, any, pointers }: FormFigures): string[] {
  const shown = (value: number) => (Number.isNaN(value) ? NONE : share(value));
  return [shown(spoken), shown(first), shown(any), Number.isNaN(pointers) ? NONE : rounded(pointers)];
}
