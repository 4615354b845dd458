// Commands that run another one somewhere else, or by its file: `ssh HOST make`, `docker exec C cat f`, `yarn tsc`,
// `php vendor/bin/phpunit`. What they print is what that one prints.
//
// Programs of which the words behind them are always the command (`timeout 60`, `npx`) are in base/shell/wrappers.ts.

import { nameOf } from "../base/path-names.ts";

/** A command within another one. */
export interface InnerLine {
  /** The command line that is run. */
  readonly line: string;
  /** How many words of the outer command are its own. */
  readonly own: number;
}

interface Place {
  /** The options that take the next word. */
  readonly options: readonly string[];
  /** How many words that are no options stand before the command: a host, a container. */
  readonly names: number;
}

const EXEC = "-e --env --env-file -u --user -w --workdir --detach-keys --index -c --container";
const RUN = `${EXEC} -v --volume -p --publish --name --network --net --platform --entrypoint --mount -h --hostname -l --label -m --memory --cpus --add-host --link --restart --gpus --shm-size --ulimit --cap-add --cap-drop --security-opt --device --dns --expose --pid --ipc --tmpfs --volumes-from --pull --log-driver --log-opt --group-add --runtime --userns`;
/** Commands by their first words, their options that take the next word, and what stands before the inner command. */
const TABLE: readonly (readonly [beginnings: string, options: string, names: number])[] = [
  ["ssh", "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w", 1],
  ["docker exec,docker container exec,docker compose exec,docker-compose exec,podman exec,nerdctl exec", EXEC, 1],
  ["docker run,docker container run,docker compose run,docker-compose run,podman run,nerdctl run", RUN, 1],
  ["kubectl exec,oc exec,lxc exec,incus exec", "-c --container -n --namespace --context --env --cwd", 1],
  ["adb shell", "", 0],
];
const PLACES = new Map<string, Place>(
  TABLE.flatMap(([beginnings, options, names]) =>
    beginnings.split(",").map((each): [string, Place] => [each, { options: options.split(" "), names }]),
  ),
);

/** Package managers that run a program of the project by its name, and the names that they keep for themselves. */
const OWN_COMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  yarn: names(
    "access add audit autoclean bin cache check config constraints create dedupe dlx exec explain generate-lock-entry global help import info init install licenses link list login logout node npm owner pack patch patch-commit plugin policies prune publish rebuild remove search self-update set stage tag team unlink unplug up upgrade upgrade-interactive version versions why workspace workspaces",
  ),
  pnpm: names(
    "add install i update up upgrade remove rm uninstall un link ln unlink import rebuild rb prune fetch install-test it dedupe audit list ls la ll why licenses run exec dlx create start test t tst publish pack root bin server store patch patch-commit patch-remove init deploy doctor env config c cat-file cat-index find-hash self-update setup approve-builds ignored-builds recursive multi m completion help view info show search docs home bugs repo login logout whoami owner team token unpublish version access adduser deprecate dist-tag edit ping profile pkg prefix set-script star stars ci clean-install",
  ),
  bun: names(
    "run test install i ci add a remove rm update link unlink publish patch pm why audit info build init create c upgrade repl exec x",
  ),
};
const MANAGERS = names("npm pnpm yarn");
const INTERPRETERS = /^(?:node|nodejs|bun|deno|tsx|php|ruby|python|pypy)[\d.]*$/;
const INTERPRETER_OPTIONS = names("-r --require --import --loader --env-file -C -d -c -I -W -X");
/** The file of a program that has a name: in a `bin` folder, in a package, or of PHP's archives. */
const PROGRAM_FILES: readonly RegExp[] = [
  /(?:^|\/)\.?bin\/_?([\w-]+)(?:\.[cm]?js)?$/,
  /(?:^|\/)node_modules\/(?:@[\w-]+\/)?([\w-]+)\/[\w./-]+\.[cm]?js$/,
  /(?:^|\/)([\w-]+)\.phar$/,
];

/** The command line that a command runs; null for none. Its words are those without global options. */
export function innerLine(words: readonly string[]): InnerLine | null {
  const [program = ""] = words;
  for (const count of [3, 2, 1]) {
    const place = PLACES.get(words.slice(0, count).join(" "));
    if (place !== undefined) return behindPlace(words, count, place);
  }
  if (program === "vagrant" && words[1] === "ssh") {
    const at = words.findIndex((word) => word === "-c" || word === "--command");
    return at < 0 || words[at + 1] === undefined ? null : { line: words[at + 1]!, own: at + 1 };
  }
  const at = ofProject(words) ?? ofFile(words);
  return at === null ? null : { line: quoted(at), own: words.length };
}

function behindPlace(words: readonly string[], start: number, { options, names }: Place): InnerLine | null {
  let left = names;
  for (let at = start; at < words.length; at++) {
    const word = words[at]!;
    if (word === "--" && at + 1 < words.length) return { line: lineOf(words, at + 1), own: at };
    if (word.startsWith("-")) at += options.includes(word) ? 1 : 0;
    else if (left-- === 0) return { line: lineOf(words, at), own: at };
  }
  return null;
}

/** The words from a place on. The shell of another machine takes them as one text. */
function lineOf(words: readonly string[], from: number): string {
  const rest = words.slice(from);
  return words[0] === "ssh" || words[0] === "adb" ? rest.join(" ") : quoted(rest);
}

/** `yarn tsc`, `yarn run tsc`, `yarn workspace web tsc`, `corepack pnpm install`. */
function ofProject(words: readonly string[]): readonly string[] | null {
  const [program = "", verb = "", object = ""] = words;
  if (program === "corepack") return MANAGERS.has(verb) ? words.slice(1) : null;
  if (!Object.hasOwn(OWN_COMMANDS, program)) return null;
  if (program === "yarn" && verb === "workspace" && words.length > 3) return ["yarn", ...words.slice(3)];
  const from = program !== "pnpm" && verb === "run" && object !== "" ? 2 : 1;
  const name = words[from] ?? "";
  return /^[a-z][\w-]*$/i.test(name) && (from === 2 || !OWN_COMMANDS[program]!.has(name)) ? words.slice(from) : null;
}

/** `php vendor/bin/phpunit`, `node node_modules/vitest/vitest.mjs run`. */
function ofFile(words: readonly string[]): readonly string[] | null {
  if (!INTERPRETERS.test(nameOf(words[0] ?? ""))) return null;
  let at = 1;
  while (words[at]?.startsWith("-") === true) at += INTERPRETER_OPTIONS.has(words[at]!) ? 2 : 1;
  if (words[at] === "run") at++;
  for (const file of PROGRAM_FILES) {
    const [, name] = file.exec(words[at] ?? "") ?? [];
    if (name !== undefined) return [name, ...words.slice(at + 1)];
  }
  return null;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
