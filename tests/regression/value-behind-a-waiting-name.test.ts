// A text was looked at alone when it was added. So a value that came by itself to a note that ended in `API_KEY=` was
// stored as it was: each half is harmless. Texts that come to others are looked at together with those, in the write,
// whoever stored the others.

import { expect, test, vi } from "vitest";
import { editFeature } from "../../src/features/edit/edit.ts";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { draw } from "../fixtures/secrets.ts";
import { liveEntries, NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { rendered } from "../support/rendered.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const KEY = draw(`${LETTERS}0123456789`, 24, 3);
const PASSWORD = `${draw(LETTERS, 4, 5)}7!${draw(LETTERS, 5, 6)}2x`;
const BASE64_LINE = () => draw(`${LETTERS}0123456789+/`, 64, 40);
const MARKED = /\[redacted: [a-z-]+\]/;

const edit = (base: KnowledgeBase, values: Record<string, unknown>) =>
  rendered(editFeature.run({ base, project: null }, { topic: "deploy", ...values }));
const bodies = async (base: KnowledgeBase) => liveEntries(await base.view()).map(({ body }) => body);

/** Two processes on one directory, with a note that `stored` is the text of. */
async function twoBases(stored: string): Promise<[KnowledgeBase, KnowledgeBase]> {
  const files = new MemoryFileSystem();
  const bases: [KnowledgeBase, KnowledgeBase] = [
    openKnowledgeBase("/kb", { files }),
    openKnowledgeBase("/kb", { files }),
  ];
  await bases[0].change(() => [{ kind: "add", topic: "deploy", body: stored, minutes: NOW_MINUTES }]);
  return bases;
}

test.each([
  ["a name and its sign", "staging needs API_KEY=", KEY],
  ["a name and an opening quote", 'staging needs API_KEY="', `${KEY}"`],
  ["a name alone, and then the sign", "staging needs API_KEY", `= ${KEY}`],
  ["a name in prose", "the root password is", PASSWORD],
  ["a name and a colon", "Root password:", PASSWORD],
  ["an item of a list", "password:", `- ${PASSWORD}`],
  ["an option of a command", "mysqldump --password= \\", PASSWORD],
  ["words of .netrc", "machine git.internal\nlogin ci\npassword", PASSWORD],
  ["the manifest of a Secret", "kind: Secret\ndata:", `  master: ${btoa(PASSWORD)}`],
  ["the beginning of a key", `-----BEGIN RSA PRIVATE ${"KEY"}-----`, BASE64_LINE()],
  ["a key that was taken out", "[redacted: private-key]", BASE64_LINE()],
])("%s: what is appended is redacted", async (_, stored, value) => {
  const [base] = await twoBases(stored);
  const { text } = await edit(base, { action: "append", text: value });
  const [body] = await bodies(base);
  expect(body).toMatch(MARKED);
  expect(body).not.toContain(value.replace(/^[-= ]+|"$/g, ""));
  expect(text).toContain("redacted: ");
});

test("each of several appended lines is looked at with those before", async () => {
  const [base] = await twoBases("staging");
  for (const text of ["API_KEY", "=", KEY]) await edit(base, { action: "append", text });
  expect(await bodies(base)).toEqual(["staging\nAPI_KEY\n=\n[redacted: high-entropy-assignment]"]);
});

test("what takes the place of a name that waited is redacted", async () => {
  const [base] = await twoBases("DB_PASSWORD=");
  expect((await edit(base, { action: "revise", index: 0, text: PASSWORD })).text).toContain("redacted: password");
  expect((await bodies(base))[0]).toContain("[redacted: password]");
});

test.each(["append", "revise"])("%s: a name that another process stored meanwhile counts", async (action) => {
  const [ours, theirs] = await twoBases("staging");
  const change = ours.change.bind(ours);
  vi.spyOn(ours, "change").mockImplementationOnce(async (plan, onProgress) => {
    await edit(theirs, { action: "append", text: "API_KEY=" });
    return change(plan, onProgress);
  });
  await edit(ours, { action, index: 0, text: KEY });
  expect((await bodies(theirs))[0]).toContain("[redacted: high-entropy-assignment]");
  expect((await bodies(theirs))[0]).not.toContain(KEY);
});

test("what does not go with the text before it is stored as it is", async () => {
  const [base] = await twoBases("the cache is keyed by API_VERSION=");
  for (const text of [KEY, "then nothing: the variable was empty", `commit ${draw("0123456789abcdef", 40, 9)}`]) {
    await edit(base, { action: "append", text });
    expect((await bodies(base))[0]).toContain(text);
  }
});
