// Finds passwords in command lines: `mysql -pSECRET`, `curl -u user:SECRET`, `htpasswd -b file user SECRET`.
// command-table.ts lists the options that take a password. piped-passwords.ts handles input piped to a program. The
// grammar says where a password stands, so the password need not look like one. A word that stands alone behind its
// option has to, because the text may be prose (`sshpass -p is visible`).
// Invariants:
// Each part of a text is read as a command once, so the time is linear.

import { type CommandOption, type CommandRule, commandRules } from "./command-table.ts";
import type { SecretFinding } from "./finding.ts";
import { isLikely, isSure } from "./given-value.ts";
import { CommandReader, type ShellWord } from "./shell-words.ts";
import { isPassphrase, isPlaceholder, looksChosen, looksRandom } from "./value.ts";

const KIND = "password";
/** The kind of a user together with a password. It has always had this name. */
const PAIR_KIND = "password-on-command-line";

let commandName: RegExp | undefined;

function commandPattern(): RegExp {
  if (commandName === undefined) {
    const names = [...commandRules().keys()]
      .sort((a, b) => b.length - a.length)
      .map((name) => name.replace(".", "\\."));
    commandName = new RegExp(`(?<![\\w.$@:-])(${names.join("|")})(?:\\.exe)?(?=\\s|["'][ \\t]{0,4},)`, "g");
  }
  return commandName;
}

/** Finds passwords in options and arguments of known commands. */
export function findCommandPasswords(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  const pattern = commandPattern();
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = match.index + match[0].length;
    pattern.lastIndex = Math.max(start, new CommandScan(text, start, match[1]!, findings).run());
  }
  return findings;
}

/** The state of a rule while its command is read. */
interface RuleState {
  readonly rule: CommandRule;
  isActive: boolean;
  hasFlag: boolean;
  /** The number of words without a dash since the rule became active. */
  place: number;
}

/** Reads one command, or several in a row that wrap each other: `sshpass ... ssh host mysql ...`. */
class CommandScan {
  readonly #reader: CommandReader;
  readonly #findings: SecretFinding[];
  #states: RuleState[] = [];

  constructor(text: string, at: number, command: string, findings: SecretFinding[]) {
    this.#reader = new CommandReader(text, at);
    this.#findings = findings;
    this.#begin(command);
  }

  #begin(command: string): void {
    const rules = commandRules().get(command) ?? [];
    this.#states = rules.map((rule) => ({
      rule,
      isActive: rule.behind.size === 0,
      hasFlag: rule.flag === "",
      place: 0,
    }));
  }

  /** Reads to the end of the command and returns that place. */
  run(): number {
    let isBehindOption = false;
    for (let word = this.#reader.next(); word !== null; word = this.#reader.next()) {
      const isOption = /^-[A-Za-z-]/.test(word.text) || /^\/[a-z]+:/i.test(word.text);
      const base = word.text.slice(word.text.lastIndexOf("/") + 1);
      if (!isOption && !isBehindOption && !word.isQuoted && commandRules().has(base)) {
        this.#begin(base);
        continue;
      }
      const waiting = isOption ? this.#readOption(word) : null;
      if (waiting !== null) {
        const value = this.#reader.next();
        if (value === null) break;
        this.#take(value, 0, waiting, value.isQuoted);
        isBehindOption = false;
        continue;
      }
      if (!isOption) this.#readArgument(word);
      isBehindOption = isOption && word.text !== "--" && !word.text.includes("=");
    }
    return this.#reader.position;
  }

  /**
   * Takes the value that stands in the option's own word. Returns the option when its value is the next word, else
   * null.
   */
  #readOption(word: ShellWord): CommandOption | null {
    for (const state of this.#states) {
      if (state.rule.flag !== "" && /^-\w+$/.test(word.text) && word.text.includes(state.rule.flag)) {
        state.hasFlag = true;
        // With -n there is no file argument, so the places move forward by one.
        if (word.text.includes("n")) state.place++;
      }
      if (!state.isActive) continue;
      for (const option of state.rule.options) {
        const { text } = word;
        const isCluster = option.name.length === 2 && /^-[A-Za-z]{2,8}$/.test(text) && text.endsWith(option.name[1]!);
        if (option.form !== "attached" && (text === option.name || (isCluster && option.form === "either")))
          return option;
        if (option.form === "next" || !text.startsWith(option.name) || text.length <= option.name.length) continue;
        const start = option.name.length;
        if (option.name.startsWith("--") && text[start] !== "=") continue;
        this.#take(word, text[start] === "=" ? start + 1 : start, option, true);
        return null;
      }
    }
    return null;
  }

  #readArgument(word: ShellWord): void {
    for (const state of this.#states) {
      const { behind, places, pairSign } = state.rule;
      const stem = /^[\w-]+\./.exec(word.text)?.[0] ?? "";
      if (behind.has(word.text) || (stem !== "" && behind.has(`${stem}*`))) {
        state.isActive = true;
        state.place = 0;
        continue;
      }
      if (!state.isActive || !state.hasFlag) continue;
      state.place++;
      if (places.includes(state.place)) this.#take(word, 0, null, word.isQuoted || this.#isOnlyPlace(state));
      if (pairSign !== "") this.#takePair(word, pairSign);
    }
  }

  /** Whether this place leaves no doubt that the text is the command and not a sentence about it. */
  #isOnlyPlace({ rule, place }: RuleState): boolean {
    return place > 1 || rule.flag !== "";
  }

  #takePair(word: ShellWord, sign: string): void {
    const match = new RegExp(`^(?:userid=)?[\\w.\\\\-]{1,64}${sign}([^@${sign}]{4,128})(?=@|$)`).exec(word.text);
    if (match === null) return;
    const start = match[0].length - match[1]!.length;
    if (isSure(match[1]!) && (looksChosen(match[1]!) || /@/.test(word.text)))
      this.#add(word, start, match[0].length, PAIR_KIND);
  }

  /** Takes the value that begins at character `from` of a word, or only the password in that value. */
  #take(word: ShellWord, from: number, option: CommandOption | null, isGiven: boolean): void {
    const value = word.text.slice(from);
    if (option === null || option.separator === "") {
      if (isGiven ? isSure(value) || (word.isQuoted && isPassphrase(value)) : isLikely(value)) {
        this.#add(word, from, word.text.length, KIND);
      }
      return;
    }
    const { separator } = option;
    if (separator === "pass:") {
      if (value.startsWith(separator) && isSure(value.slice(separator.length))) {
        this.#add(word, from + separator.length, word.text.length, KIND);
      }
      return;
    }
    const at = value.indexOf(separator);
    const [user, password] = at < 0 ? ["", value] : [value.slice(0, at), value.slice(at + 1)];
    // A token may stand there without a user, or as a user without a password.
    if (at > 0 && password === "" && looksRandom(user)) this.#add(word, from, from + at, PAIR_KIND);
    const isSecret = at < 0 ? looksRandom(value) : user !== password && isSure(password);
    if (isSecret && !isPlaceholder(password)) this.#add(word, from + at + 1, word.text.length, PAIR_KIND);
  }

  #add({ offsets }: ShellWord, from: number, to: number, kind: string): void {
    if (to > from) this.#findings.push({ start: offsets[from]!, end: offsets[to - 1]! + 1, kind });
  }
}
