// Texts made to keep a reader busy: a megabyte of one character, of combining marks, of line breaks, of what each
// expression that sees foreign text might try again and again. All of it is taken or refused at once, and what is
// answered is bounded.

import { describe, expect, test } from "vitest";
import { cleanText, forTerminal } from "../../src/engine/text/clean.ts";
import { showControls } from "../../src/engine/text/controls.ts";
import { sanitise } from "../../src/engine/text/sanitise.ts";
import { sanitiseJson } from "../../src/engine/text/sanitise-json.ts";
import { redactSecrets } from "../../src/engine/text/secrets/redaction.ts";
import { tokenize } from "../../src/engine/text/tokenizer.ts";
import { sanitiseTopic } from "../../src/engine/text/topic.ts";
import { parseImport } from "../../src/exchange/import-format.ts";
import { parseArguments } from "../../src/features/common/parameters.ts";
import { parseHookEvent } from "../../src/hooks/common/hook-event.ts";
import { formatEntryText } from "../../src/notes/text/entry-format.ts";
import { parseEntryText } from "../../src/notes/text/entry-text.ts";
import { snippetOfBody } from "../../src/notes/text/snippet.ts";
import { normaliseTags } from "../../src/notes/text/tags.ts";
import { runHelix } from "../support/command-line.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

/** A megabyte where there is time; a quarter of it shows what is not linear as well. */
const LENGTH = (process.env.HELIX_PROVE_SECONDS ? 1024 : 256) * 1024 - 200;
/** What takes a second where it is linear takes hours where it is not: a limit that no machine misses by being slow. */
const HANG_MS = 30_000;

const PUMPS: readonly (readonly [name: string, piece: string])[] = [
  ["one letter", "a"],
  ["digits", "0"],
  ["blanks", " "],
  ["line breaks", "\n"],
  ["returns", "\r"],
  ["combining marks", "\u0301"],
  ["a letter that merges into eighteen", "ﷺ"],
  ["brackets", "["],
  ["metadata", "[tags: a]\n"],
  ["open tags", "<"],
  ["tags of a client", "</system-reminder"],
  ["tags and blanks", "< "],
  ["escapes", "\u001b["],
  ["strings of a terminal", "\u001b]0;"],
  ["hidden characters", "\u{e0041}"],
  ["flags", "\u{1f3f4}\u{e0067}"],
  ["joiners", "\u200d"],
  ["letters and joiners", "\u0628\u064b\u200c"],
  ["pictures and selectors", "\u2764\ufe0f\u200d"],
  ["marks of a model", "[ INST"],
  ["speakers", "<user"],
  ["turns", "> Human"],
  ["separators", "\u2028"],
  ["colons", "a:"],
  ["assignments", "key="],
  ["quotes", '"'],
  ["URLs", "a://b:c@"],
  ["slashes", "a/"],
  ["dashes", "-"],
  ["beginnings of keys", `-----BEGIN PRIVATE ${"KEY"}-----\n`],
  ["a key of line breaks", "\\n"],
  ["commands", "mysql -p"],
  ["commands with open quotes", "curl -u '"],
  ["options without a value", "sshpass -p "],
  ["passwords in prose", "password is "],
  ["connection strings", "Server=a;password=b;"],
  ["words of .netrc", "machine a login b "],
  ["fields of .pgpass", "a:5432:b:c:"],
  ["headers", "Authorization: Basic "],
  ["headers without an end", "authorization="],
  ["names run together", "_auth"],
  ["cookies", "Cookie: a=b; "],
  ["queries", "?token=aaaaaaaa"],
  ["webhooks", "https://a.office.com/webhookb2/"],
  ["base64 of JSON", "eyJhIjoi"],
  ["manifests", "kind: Secret\n---\n"],
  ["private members", '"d":"aaaaaaaaaaaaaaaa",'],
  ["beginnings of bare keys", "MIIEpAIBAAKCAQEA\n"],
  ["ends of keys", `-----END PRIVATE ${"KEY"}-----\n`],
  ["marks", "[redacted: private-key]\n"],
  ["names whose value is on the next line", "password:\n"],
  ["statements", "CREATE USER a PASSWORD "],
  ["logins", "login: a / "],
  ["surrogates", "\ud83d"],
  ["ideographs", "検"],
];

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  cleanText,
  forTerminal,
  showControls,
  sanitise,
  sanitiseJson,
  parseEntryText,
  tokenize,
  sanitiseTopic,
  normaliseTags,
  redactSecrets,
  snippetOfBody,
  entry: (text) => formatEntryText({ ...parseEntryText(""), text }),
  confidence: (text) => parseEntryText(`[confidence: ${text.replaceAll("\n", " ")}!]\ntext`),
  source: (text) => parseEntryText(`[source: ${text.replaceAll("\n", " ")}]\ntext`),
  "private key": (text) => redactSecrets(`-----BEGIN PRIVATE ${"KEY"}-----\n${text}\nAAAA`),
  number: (text) =>
    parseArguments("x", { limit: { kind: "count", min: 0, max: 9, description: "", example: "" } }, { limit: text }),
  import: (text) => parseImport(JSON.stringify([{ topic: "a", text, time: text }])),
  event: (text) => parseHookEvent({ prompt: text, tool_input: text, tool_response: text }),
};

describe.each(PUMPS)("nothing but %s", (_, piece) => {
  test("is read at once, whoever reads it", async () => {
    const text = piece.repeat(Math.floor(LENGTH / piece.length));
    for (const [name, read] of Object.entries(READERS)) {
      for (const input of [text, `${text}\u0001!`]) {
        const started = performance.now();
        try {
          await read(input);
        } catch (error) {
          expect(Object.keys(error as object), name).toContain("code");
        }
        expect(performance.now() - started, name).toBeLessThan(HANG_MS);
      }
    }
  });
});

describe("through the server", () => {
  const serve = useServers("all");
  const folder = useFolders("all");

  test("bodies that swell, and a hundred thousand tags, are stored or refused, and answers stay bounded", async () => {
    const helix = await serve({ directory: folder() });
    for (const [at, [, piece]] of PUMPS.entries()) {
      const text = piece.repeat(Math.floor(LENGTH / 4 / Buffer.byteLength(piece)));
      await helix.client.callTool({ name: "store", arguments: { topic: `topic-${at}`, text, force: true } });
    }
    const tags = Array.from({ length: 100_000 }, (_, at) => `t${at}`).join(",");
    await helix.client.callTool({ name: "store", arguments: { topic: "tags", text: "many tags", tags } });
    await helix.store("plain", "the linker wants arm64");
    for (const [name, values] of [
      ["search", { query: "linker", detail: "full" }],
      ["search", { detail: "full" }],
      ["brief", {}],
      ["brief", { query: "*", detail: "full" }],
      ["topics", { action: "list" }],
      ["topics", { action: "stats" }],
      ["read", { topic: "topic-0" }],
      ["read", { topic: "topic-5" }],
    ] as const) {
      const answer = await helix.answer(name, values);
      expect(Buffer.byteLength(answer), name).toBeLessThan(90_000);
    }
    expect(await helix.search("linker", { detail: "brief" })).toContain("[plain] the linker wants arm64");
    expect(runHelix(["search", "linker"], { base: helix.directory, cwd: folder() }).status).toBe(0);
  });
});
