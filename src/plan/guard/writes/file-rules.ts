// Programs that make, change, move and remove files.

import { type CalledCommand, type Effect, inFolder, type Rule, readOptions, treeIf, writes } from "./rule.ts";

const COPY_OPTIONS = "-t --target-directory -S --suffix -m --mode -o --owner -g --group";

/** All words are changed. */
const allWords =
  (valued = "", isTree = false): Rule =>
  ({ program, args, isFolder }) => {
    const { operands, has } = readOptions(args, valued);
    const isDeep = isTree || has("-r", "-R", "--recursive");
    return operands.flatMap((word) => writes([word], program, treeIf(isDeep && isFolder(word))));
  };

/** The first word is a mode or an owner; the others are changed. */
const behindFirst: Rule = ({ program, args, isFolder }) => {
  const words = args.filter((word) => !/^-(?:[RcfvhHLP]+$|-)/.test(word));
  const isTold = args.some((word) => word.startsWith("--reference="));
  const isDeep = args.some((word) => /^-[a-zA-Z]*R|^--recursive$/.test(word));
  return words.slice(isTold ? 0 : 1).flatMap((word) => writes([word], program, treeIf(isDeep && isFolder(word))));
};

/** `cp`, `mv`, `install`, `ln`: where the sources come to lie. */
function destinations(call: CalledCommand, valued: string): { sources: readonly string[]; places: string[] } {
  const { operands, value, has } = readOptions(call.args, valued);
  const folder = value("-t", "--target-directory");
  const sources = folder === null ? operands.slice(0, -1) : operands;
  const last = folder ?? operands.at(-1) ?? "";
  if (sources.length === 0 || last === "") return { sources, places: [] };
  const isPlain = has("-T", "--no-target-directory");
  const isInto = folder !== null || sources.length > 1 || last.endsWith("/") || (!isPlain && call.isFolder(last));
  return { sources, places: isInto ? sources.map((source) => inFolder(last, source)) : [last] };
}

const copy: Rule = (call) => {
  const { sources, places } = destinations(call, COPY_OPTIONS);
  const { has } = readOptions(call.args, COPY_OPTIONS);
  const isDeep = has("-r", "-R", "-a", "--recursive", "--archive") && sources.some(call.isFolder);
  const depth = sources.every((source) => /(?:^|\/)\.?$/.test(source)) ? "contents" : "tree";
  // A link to a file is a second name under which it can be changed.
  const linked = has("-l", "--link") ? writes(sources, "a hard link to it", treeIf(isDeep)) : [];
  return [...writes(places, call.program, isDeep ? depth : "file"), ...linked];
};

const move: Rule = (call) => {
  const { sources, places } = destinations(call, "-t --target-directory -S --suffix");
  const isDeep = sources.some(call.isFolder);
  return [
    ...sources.flatMap((source) => writes([source], "mv", treeIf(call.isFolder(source)))),
    ...writes(places, "mv", treeIf(isDeep)),
  ];
};

const install: Rule = (call) => {
  if (readOptions(call.args, COPY_OPTIONS).has("-d", "--directory")) return [];
  return writes(destinations(call, COPY_OPTIONS).places, "install");
};

const link: Rule = (call) => {
  const valued = "-t --target-directory -S --suffix";
  const { operands, has } = readOptions(call.args, valued);
  const { sources, places } = destinations(call, valued);
  const last = operands.at(-1) ?? "";
  // A link that is replaced looks like a folder.
  const replaced = has("-n", "-h", "--no-dereference") && operands.length === 2 ? [last] : [];
  const single = operands.length === 1 && !has("-t", "--target-directory") ? [inFolder(".", operands[0]!)] : places;
  const linked = has("-s", "--symbolic") ? [] : writes(sources.length > 0 ? sources : operands, "a hard link to it");
  return [...writes([...new Set([...replaced, ...single])], "ln"), ...linked];
};

const rsync: Rule = (call) => {
  const valued =
    "-e --rsh --exclude --include --exclude-from --include-from --files-from -f --filter -T --temp-dir --port --log-file";
  const { operands, has, value } = readOptions(call.args, valued);
  if (has("-n", "--dry-run", "--list-only")) return [];
  const isRemote = (word: string) => /^[^/]*:/.test(word);
  const last = operands.length > 1 ? operands.at(-1)! : "";
  const sources = has("--remove-source-files") ? operands.slice(0, -1) : [];
  const log = value("--log-file");
  return [
    ...writes(isRemote(last) ? [] : [last], "rsync", "contents"),
    ...writes(
      sources.filter((word) => !isRemote(word)),
      "rsync",
      "contents",
    ),
    ...writes(log === null ? [] : [log], "rsync"),
  ];
};

const dd: Rule = ({ args }) =>
  writes(
    args.flatMap((word) => (word.startsWith("of=") ? [word.slice(3)] : [])),
    "dd",
  );

/** A program that prints unless an option names a file. */
const byOption =
  (names: string, valued = ""): Rule =>
  ({ program, args }) => {
    const wanted = names.split(" ");
    const { options } = readOptions(args, `${names} ${valued}`);
    return writes(
      wanted.flatMap((name) => options.get(name) ?? []).filter((word) => word !== "-"),
      program,
    );
  };

const find: Rule = ({ args, isFolder }) => {
  const at = args.findIndex((word) => /^[-(!]/.test(word) && !/^-(?:[HLP]|O\d?)$/.test(word));
  const starts = (at < 0 ? args : args.slice(0, at)).filter((word) => !word.startsWith("-"));
  const effects: Effect[] = [];
  if (args.includes("-delete"))
    for (const start of starts.length === 0 ? ["."] : starts)
      effects.push(...writes([start], "find -delete", isFolder(start) || starts.length === 0 ? "contents" : "file"));
  for (const [index, word] of args.entries())
    if (/^-(?:fprint0?|fls|fprintf)$/.test(word)) effects.push(...writes([args[index + 1] ?? ""], `find ${word}`));
  return effects;
};

const uniq: Rule = ({ args }) => writes(readOptions(args, "-f -s -w").operands.slice(1, 2), "uniq");

const split: Rule = ({ args, program }) => {
  const { operands, has } = readOptions(args, "-a -b -C -l -n -t --bytes --lines --number --filter -f --prefix");
  if (has("--filter")) return [];
  return writes([`${program === "csplit" ? "xx" : (operands[1] ?? "x")}\uE000`], program);
};

const mktemp: Rule = ({ args }) => {
  const { operands, has } = readOptions(args, "-p --suffix");
  const isElsewhere = has("-t", "-p", "--tmpdir", "-u", "--dry-run", "-d", "--directory");
  return isElsewhere
    ? []
    : writes(
        operands.map((word) => word.replace(/X{3,}/, "\uE000")),
        "mktemp",
      );
};

export const FILE_RULES: Readonly<Record<string, Rule>> = {
  rm: allWords(),
  rmdir: () => [],
  unlink: allWords(),
  shred: allWords("-n -s --iterations --size"),
  trash: allWords("", true),
  "trash-put": allWords("", true),
  truncate: allWords("-s --size -r --reference"),
  touch: allWords("-t -d -r --date --reference --time"),
  mkfifo: allWords("-m --mode"),
  mknod: ({ args }) => writes(readOptions(args, "-m --mode").operands.slice(0, 1), "mknod"),
  tee: allWords(),
  sponge: allWords(),
  chmod: behindFirst,
  chown: behindFirst,
  chgrp: behindFirst,
  chattr: behindFirst,
  setfacl: ({ args }) => writes(readOptions(args, "-m -x -M -X").operands, "setfacl"),
  cp: copy,
  gcp: copy,
  mv: move,
  gmv: move,
  install,
  ginstall: install,
  ln: link,
  gln: link,
  link: ({ args }) => writes(args.slice(0, 2), "link"),
  rsync,
  scp: (call) => rsync({ ...call, args: call.args.filter((word) => word !== "-n") }),
  dd,
  find,
  gfind: find,
  sort: byOption("-o --output", "-k -t -S -T --key"),
  shuf: byOption("-o --output", "-n -i"),
  iconv: byOption("-o --output", "-f -t"),
  xxd: ({ args }) => writes(readOptions(args, "-c -g -l -o -s").operands.slice(1, 2), "xxd"),
  uniq,
  split,
  csplit: split,
  mktemp,
  rename: ({ args }) => writes(readOptions(args, "-e").operands.slice(1), "rename"),
  // It keeps what the terminal shows; where no file is named, in one of its own.
  script: ({ args }) =>
    writes([readOptions(args, "-c -O -T -B -I -E -o -m --command").operands[0] ?? "typescript"], "script"),
  dos2unix: allWords(),
  unix2dos: allWords(),
};
