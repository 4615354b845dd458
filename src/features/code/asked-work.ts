// Reads a prompt: whether it may be about the code, and which words of it are looked for. What it cannot tell by its
// words alone, the evidence in the code decides (pointers.ts).

import { isStopWord, termGroups } from "../../engine/text/tokenizer.ts";

/**
 * Why nothing is looked for. `client`: the client's own command or message; `words`: too few words; `smalltalk`: an
 * approval, thanks, talk about the conversation; `chore`: git, releases, running things; `writing`: a text for people.
 */
export type Aside = "client" | "words" | "smalltalk" | "chore" | "writing";

/** What a prompt asks. */
export interface AskedWork {
  /** What to look for; "" where there is a reason not to. */
  readonly text: string;
  readonly why: Aside | null;
}

/** So much of a prompt's beginning and of its end is read, in code units. What lies between is most often pasted. */
const BEGINNING_MAX = 3000;
const END_MAX = 1500;
/** What kind of request it is, its first words say. */
const REQUEST_MAX = 300;
/** So many different words are looked for, the first; of what is pasted below a request the first are best. */
const WORDS_MAX = 32;
const CONTENT_MIN = 2;

/** Commands of the client, and the messages that it submits in the user's place (`<task-notification>`). */
const OF_THE_CLIENT = /^(?:\/[\w:-]+(?:\s|$)|!|<[a-z]+-[\w-]+>)/i;

/** How a request begins that is about something else: `ok`, `now please`, `can you`. */
const LEAD =
  /^(?:(?:ok(?:ay)?|yes|yep|sure|great|perfect|good|nice|thanks|thank you|thx|now|then|and|also|so|well|hey|hi|hello|please|pls|just|first|next|finally|can|could|would|will|you|we|i|want|need|to|like|let'?s|let|us|me|help|go|ahead|should|try|again|quickly|kindly|d|'d)\b[\s,.!:;-]*)+/i;
const GIT_OBJECT =
  "(?:this|that|these|those|it|them|all|everything|only|what|whatever|my|your|our|the (?:changes?|code|branch(?:es)?|last|latest|current|staged|commits?|diff|work|rest|merged|pr\\b|pull request|tag|release|fix|result)|to|with|now|onto|into|and|on|again|up|a (?:commit|release|tag))\\b";
const ENDS = "[\\s.!?]*$";
/** Work on commits, branches and releases, at the beginning of a request. */
const GIT_CHORE = new RegExp(
  `^(?:git\\s|gh\\s|(?:re)?commit(?:\\s+(?:and|&)\\s+push)?(?:\\s+${GIT_OBJECT}|${ENDS})|push(?:\\s+${GIT_OBJECT}|${ENDS})|` +
    `(?:squash|rebase|amend|stash|cherry-?pick|force[ -]push|discard|roll ?back)(?:\\s+(?:my|the|these|this|all|onto|on|last)\\b|${ENDS})|` +
    `(?:pull|fetch|checkout|check out|switch to|delete|create|make|open|reset to|revert)\\s+(?:\\S+\\s+){0,3}?(?:branch(?:es)?|commits?|tag|stash|main|master|worktree)\\b|` +
    `(?:open|create|make|update|merge|close|add|approve|submit|write|check|rebase|reopen)\\b.{0,40}?\\b(?:prs?|pull requests?|merge requests?|commit message|change ?log|release notes)\\b|` +
    `(?:tag|publish|release|ship|bump|deploy)\\s+(?:v?\\d|it\\b|this\\b|(?:a|the|another)\\s+(?:new\\s+|next\\s+)?(?:\\w+\\s+)?(?:release|version|tag|package)|(?:to|everything|now)\\b)|` +
    `(?:show|list|print)\\s+(?:me\\s+)?(?:the\\s+)?(?:git|diff|status|log|branches|commits|last commits?)\\b|` +
    `(?:reply|respond)\\s+to\\s+(?:the|this|that)\\b)`,
  "i",
);
/** Running what is there: `run the tests`, `rerun it`, `npm test`. */
const RUN_CHORE = new RegExp(
  `^(?:(?:re-?)?(?:run|execute|start|restart|stop|launch|kill)\\s+(?:(?:the|all|a|every|that|this|our|my|its|it|whole|full|failing|unit|e2e|integration|dev|same|those|these)\\b\\s*)*(?:tests?|suite|linters?|lint|formatter|type ?check\\w*|build|server|bench\\w*|checks?|ci|pipeline|program|app|script|command|process|again|once|make|npm|yarn|pnpm|cargo|pytest|go|${ENDS.slice(0, -1)}$)|` +
    `(?:build|compile|lint|format|test|measure|profile)\\s+(?:it|this|again|everything|all)\\b|` +
    `(?:build|compile|lint|format|test)${ENDS}|` +
    `(?:npm|yarn|pnpm|cargo|make|docker|brew|pip)\\s+(?:i|ci|all|build|check|clean|compose|exec|install|lint|run|start|test|up|update)\\b|` +
    `(?:make|pytest)${ENDS}|` +
    `(?:install|update|upgrade)\\s+(?:(?:all|the|our|every|latest)\\s+)*(?:dependenc(?:y|ies)|packages?|modules)\\b)`,
  "i",
);
/** Texts for people: `write a tweet`, `translate this`. */
const WRITING = new RegExp(
  "^(?:(?:translate|proofread|rephrase|paraphrase)\\b|" +
    "(?:write|draft|compose|prepare|suggest|give|find|make|check|rewrite|improve|tell|send|polish)\\s+(?:me\\s+)?(?:(?:an?|the|my|our|some|five|three|ten|this|another|up|down|for)\\s+)*(?:[\\w-]+\\s+){0,2}?(?:tweet|e?-?mails?|post|blog|haiku|poem|limerick|song|story|joke|letter|essay|paragraph|sentence|text|reply|speech|toast|minutes|meeting|announcement|newsletter|slides|presentation|résumé|resume|cv|grammar|spelling|name ideas|names? for a|title for)\\b)",
  "i",
);

/** What is said in every conversation, and says nothing of any code. */
const TALK = new Set(
  (
    "above absolutely actually again agree agreed ahead all allowed almost already alright always another answer answers any anything " +
    "apologies approve approved ask asked assume away awesome awful bad basically believe best better bit both brief bye cancel care careful " +
    "carefully certain chat cheers choose clarify clear clearer come coming concise confident confirm confused continue conversation cool " +
    "correct correctly course cute day days dear decide decision definitely detail details didn different doesn doing don done dont double " +
    "earlier easy either else enough even ever every everything exactly excellent expect expected explain explanation fair far fast favourite " +
    "feel fine finish finished first five follow forget forward four friday friend fun funny further get gets getting give given glad go goes going gone " +
    "good got gotcha great guess had haha happen happened happy hard haven having hear hello help helped helpful helps hey hi hint hm hmm hold hope " +
    "hour hours however huh idea ideas imagine impressive instead interesting isn issue job joke keep kind kindly know known last later leave left " +
    "less lets lgtm like likes list listen little ll lol long longer look looked looking looks lot lots love lunch luck made magic make makes making " +
    "many matter maybe mean means meant mention message mind minute minutes miss mistake moment monday more morning most much must name need needed " +
    "needs neither never nevermind new next nice night nope nothing notice now obviously odd off often oh ok okay old once one ones ooh oops opinion " +
    "option options order ought over own part pause people perfect perfectly perhaps person place plan plans pleasant please pleased pls plus point " +
    "points possible prefer preferred pretty previous probably problem proceed promise properly put question questions quick quickly quite rather re " +
    "ready real really reason recommend recommendation remaining remember remind repeat reply response rest right said same saw say saying says second " +
    "see seem seems seen send sense session shall share short shorter show shown shows similar simple simpler since skip slow slower slowly small smart " +
    "soon sorry sort sound sounds speak start started step steps still stop stuff stupid suggest suggested suggestion suggestions summarise summarize " +
    "summary super sure surprise take takes taking talk tell terms terrible thank thanks thing things think thinking third thought thoughts three thursday thx " +
    "till time times tired today together told tomorrow tonight too took top totally tried true trust try trying tuesday turn two typo understand " +
    "understood undo unless unfortunately until use used useful using usually ve version very wait want wanted wants wasn way ways wednesday week " +
    "weekend weeks weird welcome well whatever whether whole won wonder wonderful word words work worked working works worried worry worse wouldn wow " +
    "wrong yeah year yep yes yesterday yet yup"
  ).split(" "),
);
/** Words that no code was written for; they are not looked for either. */
const POLITE = /\b(?:please|pls|plz|thanks?(?:\s+you)?|thx|hello|hi|hey|sorry|ok(?:ay)?|btw|asap)\b[,.!]*/gi;
const ADDRESSES = /\bhttps?:\/\/\S+/g;
/** Filters of a search are words here. */
const FILTER_SIGN = /\b(path|lang|language|kind|tests?):(?=\S)/gi;
const WORD = /[\p{L}\p{N}_$]+/gu;

/** Reads a prompt. */
export function askedWork(prompt: string): AskedWork {
  const whole = cut(prompt.trim());
  if (OF_THE_CLIENT.test(whole)) return aside("client");
  const request = whole.slice(0, REQUEST_MAX).replace(/\s+/g, " ").replace(LEAD, "");
  if (GIT_CHORE.test(request) || RUN_CHORE.test(request)) return aside("chore");
  if (WRITING.test(request)) return aside("writing");
  const text = whole.replace(ADDRESSES, " ");
  const groups = termGroups(text);
  const content = groups.filter((group) => !isStopWord(group) && (group.whole !== null || !isTalk(group.parts)));
  if (content.length === 0) return aside(groups.length > 0 ? "smalltalk" : "words");
  const isName = content.some(({ whole: name }) => name !== null);
  if (content.length < CONTENT_MIN && !isName) return aside("words");
  return { text: bounded(text.replace(POLITE, " ").replace(FILTER_SIGN, "$1 ")).trim(), why: null };
}

function aside(why: Aside): AskedWork {
  return { text: "", why };
}

/** Words and numbers that say nothing of any code. */
function isTalk(parts: readonly string[]): boolean {
  return parts.every((part) => TALK.has(part) || /^\d+$/.test(part));
}

/** The beginning and the end of a long prompt. */
function cut(prompt: string): string {
  if (prompt.length <= BEGINNING_MAX + END_MAX) return prompt;
  return `${prompt.slice(0, BEGINNING_MAX)}\n${prompt.slice(-END_MAX)}`;
}

/** A text with so many different words; of the words behind them those are kept that stand before. */
function bounded(text: string): string {
  const kept = new Set<string>();
  return text.replace(WORD, (word) => {
    if (kept.size < WORDS_MAX) kept.add(word);
    return kept.has(word) ? word : " ";
  });
}
