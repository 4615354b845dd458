// Commands that would take the limits of a plan away: what only a person may do with helix, and the end of helix.

import { nameOf } from "../../../base/path-names.ts";
import type { Effect, Rule } from "./rule.ts";

/** What of `helix plan` only a person does. */
const BY_PERSON = /^(?:release|override|approve)$/;
/** Other commands of helix that change how sessions are looked at, or what is kept. */
const CHANGING: Readonly<Record<string, RegExp>> = {
  "hooks-install": /./,
  setup: /./,
  forget: /./,
  import: /./,
  recover: /./,
  hooks: /^(?:uninstall|install|off|on|remove)$/,
  undo: /./,
  redo: /./,
};
/** Programs in whose words or input a command may stand that they type or run. */
const TYPING =
  /^(?:expect|unbuffer|python[\d.]*|pypy\d*|node|deno|bun|ruby|perl|php|osascript|tclsh|socat|xdotool|lua)$/;
const HIDDEN = /helix["']?[\s,"']+plan["']?[\s,"']+(?:release|override|approve)/;

/** What a command of helix itself does. */
export const helix: Rule = ({ args }) => {
  const words = args.filter((word) => !word.startsWith("-"));
  const [verb = "", action = ""] = words;
  if (verb === "plan" && BY_PERSON.test(action)) return own(`helix plan ${action} is for a person`);
  if (verb === "hook" || verb === "serve") return own(`helix ${verb} is for the client`);
  if (verb === "run") return [{ kind: "run", words: args.slice(args.indexOf("run") + 1) }];
  const changing = Object.hasOwn(CHANGING, verb) ? CHANGING[verb]! : null;
  const isChanging =
    changing !== null && (changing.source === "." || changing.test(action)) && !args.includes("--help");
  return isChanging
    ? own(`helix ${verb} changes what holds the limits: that is for a person while a workspace is active`)
    : [];
};

/** What a command does to helix that is none of its own. */
export function ownEffects(words: readonly string[], input: string | null): Effect[] {
  const program = nameOf(words[0] ?? "");
  if (/^(?:pkill|killall)$/.test(program) && words.slice(1).some((word) => /helix|claude/i.test(word)))
    return own("it would end helix or the client");
  if (program === "crontab" && !words.slice(1).some((word) => /^-[a-z]*l/.test(word)))
    return own("it leaves something behind that runs later");
  if (
    /^u?mount$|^(?:bindfs|fuse-overlayfs|pivot_root)$/.test(program) &&
    words.slice(1).some((word) => !word.startsWith("-"))
  )
    return own("it may put the work tree under another name");
  if (!TYPING.test(program)) return [];
  const texts = input === null ? words.slice(1) : [...words.slice(1), input];
  return HIDDEN.test(texts.join(" ")) ? own("what it types is for a person") : [];
}

function own(why: string): Effect[] {
  return [{ kind: "own", why }];
}
