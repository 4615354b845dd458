// What git changes in the work tree. What only git's own files hold (the index, commits) is no write here, but for what
// decides how the work tree is read: its configuration and HEAD.

import { type CalledCommand, type Effect, type Rule, readOptions, sweeping, treeIf, writes } from "./rule.ts";

/** Commands that change whatever the commit, the stash or the rules say. */
const SWEEPING: Readonly<Record<string, string>> = {
  switch: "it changes the whole work tree to another state",
  am: "it applies patches to the work tree",
  merge: "it changes the work tree to what is merged",
  rebase: "it changes the work tree to other commits",
  pull: "it changes the work tree to what it gets",
  revert: "it changes the work tree",
  "cherry-pick": "it changes the work tree",
  "checkout-index": "it writes files of the index into the work tree",
  "sparse-checkout": "it adds and removes files of the work tree",
  "filter-branch": "it rewrites commits and the work tree",
  "filter-repo": "it rewrites commits and the work tree",
  mergetool: "it writes what is merged into the work tree",
  "merge-recursive": "it changes the work tree",
};
const ALIAS =
  /^(?:alias\.[^=]*=!|(?:[a-z.]*(?:pager|editor|external|fsmonitor|sshcommand|textconv|command|clean|smudge|process|helper)|core\.hookspath)=)/i;

/** The rule of git. */
export const git: Rule = (call) => {
  const effects: Effect[] = [];
  const folders: string[] = [];
  let workTree: string | null = null;
  let at = 0;
  for (; call.args[at]?.startsWith("-") === true; at++) {
    const word = call.args[at]!;
    const next = call.args[at + 1] ?? "";
    if (word === "-C") folders.push(next);
    if (word === "-c" && ALIAS.test(next))
      effects.push({ kind: "script", text: next.slice(next.indexOf("=") + 1).replace(/^!/, "") });
    if (word === "--work-tree") workTree = next;
    if (word.startsWith("--work-tree=")) workTree = word.slice(12);
    if (/^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(word)) at++;
  }
  const [verb = "", ...args] = call.args.slice(at);
  const folder = [...folders, ...(workTree === null ? [] : [workTree])].reduce(
    (path, next) => (next.startsWith("/") || path === "" ? next : `${path}/${next}`),
    "",
  );
  const within = (word: string) => (folder === "" || word.startsWith("/") ? word : `${folder}/${word}`);
  const own = verbEffects(verb, { ...call, program: "git", args });
  return [
    ...effects,
    ...own.map((effect) => (effect.kind === "write" ? { ...effect, word: within(effect.word) } : effect)),
  ];
};

function verbEffects(verb: string, call: CalledCommand): Effect[] {
  const { args } = call;
  const why = Object.hasOwn(SWEEPING, verb) ? SWEEPING[verb] : undefined;
  if (why !== undefined) return isAsking(verb, args) ? [] : sweeping(why);
  return (Object.hasOwn(VERBS, verb) ? VERBS[verb]!(call) : []).map((effect) =>
    effect.kind === "write" && effect.how === "" ? { ...effect, how: `git ${verb}` } : effect,
  );
}

/** Forms of the sweeping commands that only show something. */
function isAsking(verb: string, args: readonly string[]): boolean {
  if (args.some((word) => /^(?:--show-current-patch|--help|-h)/.test(word))) return true;
  if (verb === "sparse-checkout") return args[0] === "list" || args[0] === "check-rules";
  return (verb === "merge" || verb === "rebase") && args.includes("--quit");
}

const pathsOf = (words: readonly string[], call: CalledCommand): Effect[] =>
  // A word of git may be a pattern; it then stands for files below its folder.
  words.flatMap((word) =>
    writes(
      [word.replaceAll(/[*?[\]]+/g, "\uE000").replace(/^:\(?[a-z,/!^]*\)?/, "") || "."],
      "",
      treeIf(call.isFolder(word)),
    ),
  );

const checkout: Rule = (call) => {
  const { args } = call;
  const at = args.indexOf("--");
  if (at >= 0 && at < args.length - 1) return pathsOf(args.slice(at + 1), call);
  if (args.includes("--help") || args.includes("-h")) return [];
  return sweeping("it changes the whole work tree to another state");
};

const restore: Rule = (call) => {
  const { operands, has } = readOptions(call.args, "-s --source --pathspec-from-file");
  const isIndexOnly = has("--staged", "-S") && !has("--worktree", "-W");
  if (isIndexOnly) return [];
  return operands.length === 0 ? sweeping("it restores files of the work tree") : pathsOf(operands, call);
};

const reset: Rule = ({ args }) =>
  args.some((word) => /^--(?:hard|merge|keep)$/.test(word)) ? sweeping("it resets the work tree") : [];

const stash: Rule = ({ args }) => {
  const verb = args.find((word) => !word.startsWith("-")) ?? "push";
  return /^(?:list|show|drop|clear|create|store)$/.test(verb)
    ? []
    : sweeping("it takes changes out of the work tree, or puts them in");
};

const apply: Rule = ({ args }) => {
  const isShowing = args.some((word) => /^--(?:check|stat|numstat|summary)$/.test(word)) && !args.includes("--apply");
  const isIndexOnly = args.includes("--cached");
  return isShowing || isIndexOnly ? [] : sweeping("a patch names itself which files it changes: use the editing tools");
};

const clean: Rule = ({ args }) => {
  const isDry = args.some((word) => /^(?:-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/.test(word));
  return isDry ? [] : sweeping("it removes files of the work tree");
};

const remove: Rule = (call) => {
  const { operands, has } = readOptions(call.args, "--pathspec-from-file");
  return has("--cached", "-n", "--dry-run") ? [] : pathsOf(operands, call);
};

const worktree: Rule = (call) => {
  const [verb = "", ...rest] = call.args;
  const { operands } = readOptions(rest, "-b -B --reason");
  if (verb === "add") return writes(operands.slice(0, 1), "git worktree add", "tree");
  if (verb === "remove") return writes(operands.slice(0, 1), "git worktree remove", "tree");
  return verb === "move" ? writes(operands, "git worktree move", "tree") : [];
};

const submodule: Rule = ({ args }) => {
  const verb = args.find((word) => !word.startsWith("-")) ?? "";
  if (verb === "foreach")
    return [
      {
        kind: "script",
        text: args
          .slice(args.indexOf(verb) + 1)
          .filter((word) => !word.startsWith("--"))
          .join(" "),
      },
    ];
  return /^(?:add|update|deinit|set-branch|set-url|absorbgitdirs)$/.test(verb)
    ? sweeping("it changes submodules in the work tree")
    : [];
};

const bisect: Rule = ({ args }) =>
  /^(?:log|visualize|view|terms|help)?$/.test(args[0] ?? "")
    ? []
    : sweeping("it changes to other commits of the work tree");

const config: Rule = ({ args }) => {
  const { operands, has, value } = readOptions(args, "-f --file --type --default --blob");
  const isReading =
    has("--get", "--get-all", "--get-regexp", "--get-urlmatch", "-l", "--list", "--show-origin", "--get-color") ||
    /^(?:get|list)$/.test(operands[0] ?? "");
  const isSetting =
    operands.length > 1 ||
    has("--unset", "--unset-all", "--add", "--replace-all", "--remove-section", "--rename-section", "-e", "--edit") ||
    /^(?:set|unset|edit)$/.test(operands[0] ?? "");
  if (isReading || !isSetting) return [];
  const place = has("--global")
    ? "~/.gitconfig"
    : has("--system")
      ? "/etc/gitconfig"
      : (value("-f", "--file") ?? ".git/config");
  return writes([place], "git config");
};

/** The folder that a clone makes. */
const clone: Rule = ({ args }) => {
  const { operands } = readOptions(
    args,
    "-b --branch --depth -o --origin -c --config --reference --filter -j --jobs -u --template",
  );
  const [url, folder] = operands;
  const name =
    (url ?? "")
      .replace(/\/+$/, "")
      .replace(/\.git$/, "")
      .split(/[/:]/)
      .at(-1) ?? "";
  return writes([folder ?? name], "git clone", "tree");
};

const toFile =
  (names: string, valued = ""): Rule =>
  ({ args }) => {
    const { value } = readOptions(args, `${names.replaceAll("--output-directory", "")} ${valued}`);
    return writes([value(...names.split(" ")) ?? ""], "");
  };

const formatPatch: Rule = ({ args }) => {
  const { has, value } = readOptions(args, "-o --output-directory");
  return has("--stdout") ? [] : writes([`${value("-o", "--output-directory") ?? "."}/\uE000`], "git format-patch");
};

const VERBS: Readonly<Record<string, Rule>> = {
  checkout,
  restore,
  reset,
  stash,
  apply,
  clean,
  rm: remove,
  mv: (call) =>
    readOptions(call.args).operands.flatMap((word) => writes([word], "git mv", treeIf(call.isFolder(word)))),
  worktree,
  submodule,
  bisect,
  config,
  clone,
  "read-tree": ({ args }) => (args.some((word) => /^-[a-z]*u/.test(word)) ? sweeping("it changes the work tree") : []),
  "symbolic-ref": ({ args }) =>
    readOptions(args, "-m").operands.length > 1 ? writes([".git/HEAD"], "git symbolic-ref") : [],
  init: ({ args }) =>
    writes([`${readOptions(args, "-b --template --initial-branch").operands[0] ?? "."}/.git`], "git init"),
  archive: toFile("-o --output", "--format --prefix --remote"),
  bundle: ({ args }) => writes(args[0] === "create" ? readOptions(args).operands.slice(1, 2) : [], "git bundle"),
  diff: toFile("--output", "-U -S -G -O -l"),
  log: toFile("--output", "-n -S -G -U -L --since --until --author --grep --format"),
  show: toFile("--output", "-U -S -G"),
  lfs: ({ args }) =>
    /^(?:pull|checkout|migrate|smudge)$/.test(args[0] ?? "") ? sweeping("it changes files of the work tree") : [],
  "format-patch": formatPatch,
};
