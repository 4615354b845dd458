// Tags of clients and models lose their bracket, however they are disguised; nothing else of a text changes.

import { describe, expect, it } from "vitest";
import { inert, inertJson } from "../../../src/text/inert.ts";

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
];

const HARMLESS = [
  "Vec<u8>, Array<system_clock>, std::function<void()>",
  "#include <system_error> and <functional>",
  "i < functions.length; a<b; <",
  '<div class="system"> <systemd> <parameters> <invoked> <toolbar>',
  "e\u0301 < u\u0308, a\u200bb <\u00adi>, \u{1f468}\u200d\u{1f469} <p>",
  "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} <b>",
];

describe("inert", () => {
  it.each(TAGS)("%j loses its bracket and nothing else", (tag) => {
    expect(inert(`Vec<u8> ${tag} a\u200bb`)).toBe(`Vec<u8> ‹${tag.slice(1)} a\u200bb`);
    const json = inertJson(JSON.stringify(tag));
    expect(json).toMatch(/^"\\u003c/);
    expect(JSON.parse(json)).toBe(tag);
  });

  it.each(HARMLESS)("%j stays as it is", (text) => {
    expect(inert(text)).toBe(text);
  });

  it("sees a tag behind a bracket that is none, and several", () => {
    expect(inert("<<system-reminder><x</antml>")).toBe("<‹system-reminder><x‹/antml>");
  });
});
