// Which names say something: that a note and a file share one of these may mean that the note concerns the file (telling-notes.ts).
// - A name of several parts (`quickSearch`, `quick_search`) says much, written the same way in the note.
// - A single word says less, and what every program calls its things says nothing.

import { type TermGroup, termGroups } from "../../../text/tokenizer.ts";

const LENGTH_MIN = 4;
/** The shortest name of a file that says something. */
export const STEM_LENGTH_MIN = 3;
const TERM_LENGTH_MAX = 128;

/** An identifier that is one word of ASCII for the tokenizer, and whether that has several parts: what the tokenizer says, said sooner. */
const PLAIN_NAME = /^_?[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*_?$/;
const LOWER_STEM = /^[a-z][a-z0-9]{1,30}(?:[-_][a-z0-9]{1,30}){0,3}$/;
const SEVERAL_PARTS = /[a-z]\d*[A-Z]|[A-Z]\d*[A-Z][a-z]|[A-Za-z0-9]_[A-Za-z0-9]/;

/** Names that say nothing, in lower case without joiners, each between spaces. */
const COMMON =
  " abstract accept action actions active after allow append apply args argument arguments array arrays assert async await back base batch before " +
  "begin block body boolean break buffer build builder button byte bytes call callback cancel case catch change changed char check child " +
  "children class clean cleanup clear client clone close code collection column command commands common compare component components compute " +
  "config configuration configure connect connection const constant constants construct constructor container contains content context " +
  "continue control controller convert copy core count counter create created current data database date debug decode default defaults define " +
  "delete description destroy detail details dict dispatch dispose document done double draw each edit element elements else empty enable " +
  "encode entries entry enum equals error errors event events exec execute exists exit export extend factory fail failed false fetch field " +
  "fields file filename files fill filter final finalize find finish first flag flags float flush folder foreach form format formatter found from " +
  "func function functions general generate getid getname getter gettype getvalue global group handle handler handlers hash hashcode header " +
  "headers height hello help helper helpers hide html http iface impl implement import import include index info init initial initialize inner " +
  "input insert inside instance instanceof integer interface internal invoke isempty isvalid item items iter iterator join json keys kind label " +
  "last layout left length level library limit line lines link list listener load loader local location lock logger login loop main make " +
  "manager match members merge message messages meta metadata method methods middleware mock mode model models modified module modules " +
  "mount move name names namespace next node nodes none normal notify null number object objects offset onchange onclick onclose onerror onload " +
  "open operation operator option optional options order other outer output override package page pages panic param parameter parameters params " +
  "parent parse parser part parts pass path paths pattern peek ping plain plugin point position prev previous print private process processor " +
  "program progress project promise properties property props protected provider public pull push query queue random range read reader readme " +
  "ready receive record reduce refresh register reload remove rename render repeat replace request requests require reset resize resolve " +
  "resource response rest result results resume return reverse right root route router routes rows rule rules runner save scan schema scope " +
  "script search section select self send sequence serialize server service services session setid setname setter settings setup setvalue shape " +
  "shared show shutdown sign size skip sleep slice some sort source space spec split stack start started state static status step stop store " +
  "stream string strings struct style submit success super switch symbol sync system table target task tasks teardown temp template term test " +
  "testcase tests text then this throw time timeout timer title toarray todict todo tofloat toggle toint tojson token tolist tostring total trace " +
  "transform tree trigger true trim tuple type typedef typeof types union unit unknown unlock unregister update updated upload usage user username " +
  "using util utilities utils valid validate validator value valueof values variable vector version view virtual visit void wait walk warn warning " +
  "watch when where while width window with worker wrap wrapper write writer yield zero componentdidmount beforeeach aftereach beforeall afterall ";

/** Names of files and folders that say nothing: for such a file its folder's name is taken. */
const COMMON_STEMS =
  " index main mod lib libs src source app apps pkg cmd bin init util utils utility utilities helper helpers common misc shared core base " +
  "internal test tests spec specs testing conftest fixture fixtures mock mocks example examples demo types constants config conf settings " +
  "setup readme license changelog contributing makefile dockerfile package packagelock cargo gemfile tsconfig gitignore env requirements " +
  "pyproject page layout route routes default home doc docs public assets static include vendor dist build out target scripts script tools " +
  "name names new old tmp temp data file files code about ";

/** Whether a name is one that any program may have, or too short. */
export function saysNothing(name: string): boolean {
  if (name.length < LENGTH_MIN) return true;
  return COMMON.includes(` ${plain(name)} `);
}

/** Whether the name of a file or folder, without what stands behind its first dot, is one that any project may have. */
export function isCommonStem(stem: string): boolean {
  const name = plain(stem);
  return name.length < STEM_LENGTH_MIN || COMMON_STEMS.includes(` ${name} `);
}

/** The names as words to be looked for: those of several parts by their whole form only. */
export function tellingWords(names: Iterable<string>): TermGroup[] {
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

/** The word of a file's name with its parts; null when it is not one word. */
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

/** Whether a text holds a name of several parts, however they are joined. */
export function holdsWhole(text: string, whole: string): boolean {
  return plain(text).includes(whole);
}

function plain(name: string): string {
  return name.replaceAll("_", "").replaceAll("$", "").replaceAll("-", "").toLowerCase();
}
