// Decides which names are distinctive. When a note and a file share a distinctive name, the note may concern the file
// (see note-signals.ts).
// - A name of several parts (`quickSearch`, `quick_search`) says much when the note writes it the same way.
// - A single word says less. A word that every program uses for its things says nothing.

import { type TermGroup, termGroups } from "../../engine/text/tokenizer.ts";

const LENGTH_MIN = 4;
/** The shortest file name that is distinctive. */
export const STEM_LENGTH_MIN = 3;
const TERM_LENGTH_MAX = 128;

/**
 * PLAIN_NAME matches an identifier that the tokenizer takes for one ASCII word. SEVERAL_PARTS tells whether it has
 * several parts. Both agree with the tokenizer and are quicker.
 */
const PLAIN_NAME = /^_?[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*_?$/;
const LOWER_STEM = /^[a-z][a-z0-9]{1,30}(?:[-_][a-z0-9]{1,30}){0,3}$/;
const SEVERAL_PARTS = /[a-z]\d*[A-Z]|[A-Z]\d*[A-Z][a-z]|[A-Za-z0-9]_[A-Za-z0-9]/;

/**
 * Words that things in code and files alike are called, in lower case without joiners, each between spaces. They say
 * nothing about either.
 */
const COMMON =
  " base build code common config constants core data default file files helper helpers include index init internal layout main mock name " +
  "names package page public readme route routes script settings setup shared source spec static target temp test tests types util utilities " +
  "utils ";

/** Names of things in code that say nothing. */
const COMMON_THINGS =
  " abstract accept action actions active after allow append apply args argument arguments array arrays assert async await back batch before " +
  "begin block body boolean break buffer builder button byte bytes call callback cancel case catch change changed char check child children " +
  "class clean cleanup clear client clone close collection column command commands compare component components compute configuration " +
  "configure connect connection const constant construct constructor container contains content context continue control controller convert " +
  "copy count counter create created current database date debug decode defaults define delete description destroy detail details dict " +
  "dispatch dispose document done double draw each edit element elements else empty enable encode entries entry enum equals error errors " +
  "event events exec execute exists exit export extend factory fail failed false fetch field fields filename fill filter final finalize find " +
  "finish first flag flags float flush folder foreach form format formatter found from func function functions general generate getid getname " +
  "getter gettype getvalue global group handle handler handlers hash hashcode header headers height hello help hide html http iface impl " +
  "implement import info initial initialize inner input insert inside instance instanceof integer interface invoke isempty isvalid item items " +
  "iter iterator join json keys kind label last left length level library limit line lines link list listener load loader local location lock " +
  "logger login loop make manager match members merge message messages meta metadata method methods middleware mode model models modified " +
  "module modules mount move namespace next node nodes none normal notify null number object objects offset onchange onclick onclose onerror " +
  "onload open operation operator option optional options order other outer output override pages panic param parameter parameters params " +
  "parent parse parser part parts pass path paths pattern peek ping plain plugin point position prev previous print private process processor " +
  "program progress project promise properties property props protected provider pull push query queue random range read reader ready receive " +
  "record reduce refresh register reload remove rename render repeat replace request requests require reset resize resolve resource response " +
  "rest result results resume return reverse right root router rows rule rules runner save scan schema scope search section select self send " +
  "sequence serialize server service services session setid setname setter setvalue shape show shutdown sign size skip sleep slice some sort " +
  "space split stack start started state status step stop store stream string strings struct style submit success super switch symbol sync " +
  "system table task tasks teardown template term testcase text then this throw time timeout timer title toarray todict todo tofloat toggle " +
  "toint tojson token tolist tostring total trace transform tree trigger true trim tuple type typedef typeof union unit unknown unlock " +
  "unregister update updated upload usage user username using valid validate validator value valueof values variable vector version view " +
  "virtual visit void wait walk warn warning watch when where while width window with worker wrap wrapper write writer yield zero " +
  "componentdidmount beforeeach aftereach beforeall afterall ";

/** Names of files and folders that say nothing. For such a file its folder's name is used. */
const COMMON_STEMS =
  " mod lib libs src app apps pkg cmd bin utility misc specs testing conftest fixture fixtures mocks example examples demo conf license " +
  "changelog contributing makefile dockerfile packagelock cargo gemfile tsconfig gitignore env requirements pyproject home doc docs assets " +
  "vendor dist out scripts tools new old tmp about ";

/** Whether a name is too short, or one that any program may have. */
export function saysNothing(name: string): boolean {
  if (name.length < LENGTH_MIN) return true;
  return isAmong(plain(name), COMMON_THINGS);
}

/**
 * Whether the name of a file or folder is too short, or one that any project may have. `stem` is the name up to its
 * first dot.
 */
export function isCommonStem(stem: string): boolean {
  const name = plain(stem);
  return name.length < STEM_LENGTH_MIN || isAmong(name, COMMON_STEMS);
}

/**
 * From this many questions on, a set is quicker, though it has to be made. A short process asks fewer, a server many
 * more.
 */
const ASKED_MANY = 500;
const sets = new Map<string, Set<string>>();
let asked = 0;

function isAmong(name: string, names: string): boolean {
  if (asked++ < ASKED_MANY) {
    const word = ` ${name} `;
    return COMMON.includes(word) || names.includes(word);
  }
  let set = sets.get(names);
  if (set === undefined) {
    set = new Set(`${COMMON}${names}`.split(" "));
    sets.set(names, set);
  }
  return name !== "" && set.has(name);
}

/** The names as words to search for. A name of several parts is searched for by its whole form only. */
export function distinctiveWords(names: Iterable<string>): TermGroup[] {
  const words: TermGroup[] = [];
  for (const word of names) {
    if (PLAIN_NAME.test(word) && word.length <= TERM_LENGTH_MAX) {
      const term = word.replaceAll("_", "").toLowerCase();
      const isWhole = SEVERAL_PARTS.test(word);
      if (term.length > 1)
        words.push({ word, whole: isWhole ? term : null, parts: isWhole ? [] : [term], prefix: false });
    } else {
      for (const group of termGroups(word)) {
        if (!group.prefix) words.push(group.whole === null ? group : { ...group, parts: [] });
      }
    }
  }
  return words;
}

/** The stem of a file's name as one word with its parts; null when it is not one word. */
export function wordOfStem(stem: string): TermGroup | null {
  if (LOWER_STEM.test(stem)) {
    const pieces = stem.replaceAll("_", "-").split("-");
    const parts: string[] = [];
    for (const piece of pieces) if (piece.length > 1 && !parts.includes(piece)) parts.push(piece);
    return { word: stem, whole: pieces.length > 1 ? pieces.join("") : null, parts, prefix: false };
  }
  const groups = termGroups(stem);
  return groups.length === 1 && !groups[0]!.prefix ? groups[0]! : null;
}

/** Whether a text holds a name of several parts, however the parts are joined. */
export function holdsWhole(text: string, whole: string): boolean {
  return plain(text).includes(whole);
}

function plain(name: string): string {
  return name.replaceAll("_", "").replaceAll("$", "").replaceAll("-", "").toLowerCase();
}
