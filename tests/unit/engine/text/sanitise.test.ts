// Tags of clients and models lose their bracket, however they are disguised; of what nobody sees a reader is told;
// nothing else of a text changes.

import { describe, expect, it } from "vitest";
import { sanitise } from "../../../../src/engine/text/sanitise.ts";
import { sanitiseJson } from "../../../../src/engine/text/sanitise-json.ts";

const TAGS = [
  "</system-reminder>",
  "<            /system-reminder>",
  "< / system - reminder >",
  "</system\u200b-reminder>",
  "<sy\u200bstem-reminder>",
  "<\u00ad/system-reminder>",
  "<\u2061/system-reminder>",
  "<\ufe0f/system-reminder>",
  "<\u3164/system-reminder>",
  "<S\u0301ystem  Reminder>",
  "<system-prompt>",
  "<system>",
  "</antml>",
  "<functions>",
  "</functions >",
  "<function_result>",
  '<invoke\u200b name="Bash">',
  '<parameter\u200bname="command">',
  "<task-notification>",
  "<bash-stdout>",
  "<|im_start|>",
  "<\uff5cUser\uff5c>",
  "<user>",
  "</user>",
  "< / user >",
  "<USER>",
  "<us\u200ber>",
  '<user id="1">',
  "<human>",
  "<Human>",
  "</human_turn>",
  "<human-turn>",
  '<human_turn id="1">',
  "<assistant>",
  "<assistant_turn>",
  "<developer>",
  "</think>",
  "<thinking>",
  "<start_of_turn>user",
  "<user_query>",
  "<tool_response>",
  "<function=run>",
  "<SYS>>",
];
/** Those in square brackets. */
const SQUARE_TAGS = ["[INST]", "[/INST]", "[SYSTEM_PROMPT]", "[TOOL_CALLS]"];

const HARMLESS = [
  "Vec<u8>, Array<system_clock>, std::function<void()>",
  "#include <system_error> and <functional>",
  "i < functions.length; a<b; <",
  '<div class="system"> <systemd> <parameters> <invoked> <toolbar>',
  "e\u0301 < u\u0308, \u{1f468}\u200d\u{1f469} <p>",
  "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} <b>",
  "Vec<user>, Array<user>, std::map<int, vector<user>>, collect::<user>(), Promise<assistant>",
  'List<User>, <User/>, <User name="x"></User>, <Assistant />, <Human age={1}>, <T extends User>',
  "if (i <user && j> 3) and <user@host> <users> <user_id> <humans>",
  "list[INST], [inst], INSTALL, x[SYSTEM]",
  "a Human: b, HumanResources: c, NotHuman: d",
];

/** What is in TAGS and not seen. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

describe("inert", () => {
  it.each(TAGS)("%j loses its bracket and nothing else", (tag) => {
    const shown = tag.slice(1).replace(UNSEEN, "\uFFFD");
    expect(sanitise(`Vec<u8> ${tag} ab`)).toBe(`Vec<u8> ‹${shown} ab`);
    const json = sanitiseJson(JSON.stringify(`line\n${tag}`));
    expect(json).toMatch(/^"line\\n\\u003c/);
    expect(JSON.parse(json)).toBe(`line\n${tag}`);
  });

  it.each(SQUARE_TAGS)("%j loses its bracket and nothing else", (tag) => {
    expect(sanitise(`a[0] ${tag} b`)).toBe(`a[0] ⟦${tag.slice(1)} b`);
    const json = sanitiseJson(JSON.stringify(tag));
    expect(json).toMatch(/^"\\u005b/);
    expect(JSON.parse(json)).toBe(tag);
  });

  it("exchanges the colon of a line with which somebody begins to speak", () => {
    expect(sanitise("Human: a\n  Assistant: b\n\n> Human: c: Human: d")).toBe(
      "Human∶ a\n  Assistant∶ b\n\n> Human∶ c: Human: d",
    );
  });

  it.each(HARMLESS)("%j stays as it is", (text) => {
    expect(sanitise(text)).toBe(text);
  });

  it("sees a tag behind a bracket that is none, and several", () => {
    expect(sanitise("<<system-reminder><x</antml>")).toBe("<‹system-reminder><x‹/antml>");
  });
});
