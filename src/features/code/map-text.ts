// A map of the code as text, in the order in which a newcomer asks: what is it, where does it begin, what is it made
// of, what is touched most.

import { counted } from "../../base/wording.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import type { CodeMapData } from "./data.ts";

const STARTS_SHOWN = 8;
const PARTS_SHOWN = 5;
const NAMES_SHOWN = 10;
const SYMBOLS_LENGTH_MAX = 75;
/** Modules with a smaller share of all lines are only named. */
const SMALL_SHARE = 0.003;
const USES_SHOWN = 4;
const LANGUAGES_SHOWN = 6;
const FILES_SHOWN = 6;
const PACKAGES_SHOWN = 10;
const CYCLES_SHOWN = 5;
const MEMBERS_SHOWN = 8;
const RUNNERS: Readonly<Record<string, string>> = { "package.json": "npm run", "composer.json": "composer" };
const KINDS = {
  implementation: "code",
  test: "tests",
  example: "examples and scripts",
  docs: "docs",
  config: "configuration",
  foreign: "vendored or generated",
};

const number = new Intl.NumberFormat("en-US");

/** The text. `title`: the folder as it is shown. `closing`: lines at the end of each page. */
export function mapText(paged: Paged, data: CodeMapData, title: string, closing: readonly string[]): string {
  const answer = new PagedText(paged, closing);
  const labels = shortLabels(data.modules.map(({ name }) => name));
  const parts: readonly { head: string; rows: readonly string[] }[] = [
    { head: title, rows: headRows(data) },
    { head: "entry points:", rows: startRows(data) },
    {
      head: `modules, largest first (-> what they depend on, with links from file to file):`,
      rows: moduleRows(data, labels),
    },
    { head: "cycles:", rows: cycleRows(data, labels) },
    { head: "outside of it:", rows: outsideRows(data) },
    { head: "packages from outside, by files:", rows: packageRows(data) },
    {
      head: "changed most lately:",
      rows: data.changed
        .slice(0, FILES_SHOWN)
        .map(
          ({ path, commits, last }) => `  ${path}  ${counted(commits, "commit", "commits")}, last ${last.slice(0, 10)}`,
        ),
    },
    {
      head: "imported by most files:",
      rows: data.imported.slice(0, FILES_SHOWN).map(({ path, files }) => `  ${path}  ${files}`),
    },
  ];
  let rows = 0;
  for (const part of parts) {
    if (part.rows.length === 0) continue;
    rows += part.rows.length;
    answer.section(part.head);
    answer.addEach(part.rows, (row) => row.split("\n"));
  }
  return answer.text(rows, (left) => counted(left, "more row", "more rows"));
}

function headRows({ about, languages, kinds, commands }: CodeMapData): string[] {
  const named = languages.slice(0, LANGUAGES_SHOWN).map(({ name, files, lines }) => `${name} (${size(files, lines)})`);
  const parts = kinds.map(
    ({ kind, files, lines, folders }) =>
      `${KINDS[kind]} (${size(files, lines)}${kind === "test" ? `, ${folders.join(", ")}` : ""})`,
  );
  return [
    ...(about === null ? [] : [`  "${about.text}" (${about.from})`]),
    ...(named.length === 0
      ? []
      : [`  languages: ${[...named, ...rest(languages.length, LANGUAGES_SHOWN)].join(", ")}`]),
    ...(parts.length < 2 ? [] : [`  of these: ${parts.join(", ")}`]),
    ...commands.map(({ from, names, total }) => {
      const file = from.slice(from.lastIndexOf("/") + 1);
      const shown = [...names.slice(0, NAMES_SHOWN), ...rest(total, NAMES_SHOWN)];
      return `  ${RUNNERS[file] ?? "make"}: ${shown.join(", ")}`;
    }),
  ];
}

function startRows({ entryPoints, total }: CodeMapData): string[] {
  const isPart = ({ how }: CodeMapData["entryPoints"][number]) => /^export /.test(how);
  const own = entryPoints.filter((each) => !isPart(each));
  const rows = own.slice(0, STARTS_SHOWN).map(({ how, target, path, from }) => {
    // Where the file is known, only the function in it says more.
    const what = target === null || (path !== null && !target.includes(":")) ? how : `${how}: ${target}`;
    const file = path !== null || from === null || !from.includes("/") ? "" : `  (${from})`;
    return `  ${[path, what].filter((each) => each !== null && each !== "").join("  ")}${file}`;
  });
  const parts = entryPoints.flatMap(({ how }) => (/^export [^*]+$/.test(how) ? [how.slice("export ".length)] : []));
  const left = total.entryPoints - Math.min(own.length, STARTS_SHOWN);
  if (parts.length === 0) return left === 0 ? rows : [...rows, `  ${left} more`];
  return [...rows, `  also ${[...parts.slice(0, PARTS_SHOWN), ...rest(left, PARTS_SHOWN)].join(", ")}`];
}

function moduleRows({ modules }: CodeMapData, labels: ReadonlyMap<string, string>): string[] {
  const total = modules.reduce((sum, { lines }) => sum + lines, 0);
  const isSmall = ({ lines, symbols }: CodeMapData["modules"][number]) =>
    lines < total * SMALL_SHARE && symbols.every(({ users }) => users === 0);
  const rows = modules
    .filter((module) => !isSmall(module))
    .map(({ name, files, lines, symbols, uses }) => {
      const offered = fitting(symbols.map((symbol) => symbol.name));
      const used = uses.slice(0, USES_SHOWN).map(({ module, links }) => `${labels.get(module)} ${links}`);
      const below = used.length === 0 ? "" : `\n    -> ${[...used, ...rest(uses.length, USES_SHOWN)].join(", ")}`;
      return `  ${name} (${size(files, lines)})${offered.length === 0 ? "" : `: ${offered.join(", ")}`}${below}`;
    });
  const small = modules.filter(isSmall).map(({ name }) => name);
  if (small.length === 0) return rows;
  return [...rows, `  small: ${[...small.slice(0, MEMBERS_SHOWN), ...rest(small.length, MEMBERS_SHOWN)].join(", ")}`];
}

function cycleRows({ cycles }: CodeMapData, labels: ReadonlyMap<string, string>): string[] {
  return cycles.slice(0, CYCLES_SHOWN).map(({ way, members }) => {
    const around = way.reduce((before, { links }, at) => {
      const next = labels.get(way[(at + 1) % way.length]!.module);
      return `${before} -> ${next} (${links})`;
    }, labels.get(way[0]!.module)!);
    if (members.length === way.length) return `  ${around}`;
    const named = members.slice(0, MEMBERS_SHOWN).map((name) => labels.get(name));
    const all = [...named, ...rest(members.length, MEMBERS_SHOWN)].join(", ");
    return `  ${around} (${members.length} modules reach each other: ${all})`;
  });
}

function outsideRows({ outside: { uses, usedBy, total } }: CodeMapData): string[] {
  const listed = (links: CodeMapData["outside"]["uses"], count: number) =>
    [...links.slice(0, FILES_SHOWN).map((each) => `${each.module} ${each.links}`), ...rest(count, FILES_SHOWN)].join(
      ", ",
    );
  return [
    ...(uses.length === 0 ? [] : [`  uses ${listed(uses, total.uses)}`]),
    ...(usedBy.length === 0 ? [] : [`  used by ${listed(usedBy, total.usedBy)}`]),
  ];
}

function packageRows({ packages, total }: CodeMapData): string[] {
  const named = packages.slice(0, PACKAGES_SHOWN).map(({ name, files }) => `${name} ${files}`);
  return named.length === 0 ? [] : [`  ${[...named, ...rest(total.packages, PACKAGES_SHOWN)].join(", ")}`];
}

/** `12 files, 3,400 lines` */
function size(files: number, lines: number): string {
  return `${number.format(files)} ${files === 1 ? "file" : "files"}, ${number.format(lines)} ${lines === 1 ? "line" : "lines"}`;
}

/** As many names as fit a line, one at least. */
function fitting(names: readonly string[]): readonly string[] {
  let [end, length] = [1, (names[0]?.length ?? 0) + 2];
  for (; end < names.length; end++) {
    length += names[end]!.length + 2;
    if (length > SYMBOLS_LENGTH_MAX) break;
  }
  return names.slice(0, end);
}

function rest(count: number, shown: number): string[] {
  return count > shown ? [`${count - shown} more`] : [];
}

/** For each module the end of its name that no other has. */
function shortLabels(names: readonly string[]): ReadonlyMap<string, string> {
  const endOf = (name: string, parts: number) => name.split("/").slice(-parts).join("/");
  return new Map(
    names.map((name) => {
      let parts = name.endsWith("/*") ? 2 : 1;
      const isShared = () => names.some((other) => other !== name && `/${other}`.endsWith(`/${endOf(name, parts)}`));
      while (parts < name.split("/").length && isShared()) parts++;
      return [name, endOf(name, parts)];
    }),
  );
}
