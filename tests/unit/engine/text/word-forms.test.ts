// Forms of words: what is one word, what is another, and that forms are found whichever of them is asked for.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { otherForms, stemOf } from "../../../../src/engine/text/word-forms.ts";
import { modelStem } from "../../../support/model-stems.ts";
import { runs } from "../../../support/runs.ts";

const SAME = [
  ["cache", "caches", "cached", "caching"],
  ["run", "runs", "running"],
  ["stop", "stops", "stopped", "stopping"],
  ["query", "queries", "queried"],
  ["class", "classes"],
  ["match", "matches", "matched", "matching"],
  ["box", "boxes"],
  ["validate", "validates", "validated", "validation", "validator"],
  ["connect", "connects", "connection", "connections"],
  ["quick", "quickly"],
  ["set", "setting", "settings"],
  ["pass", "passes", "passed"],
  ["need", "needs", "needed"],
  ["use", "uses", "used", "using"],
  ["go", "going"],
  ["time", "times", "timed", "timing"],
  ["store", "stores", "stored", "storing"],
  ["queue", "queues", "queued", "queuing"],
  ["cookie", "cookies"],
  ["copy", "copies", "copied", "copying"],
  ["control", "controls", "controlled", "controlling"],
  ["install", "installs", "installed", "installing"],
  ["easy", "easily"],
  ["possible", "possibly"],
  ["active", "activity", "activities"],
  ["secure", "secured", "securely", "security"],
  ["valid", "validity"],
  ["anomaly", "anomalies"],
  ["family", "families"],
  ["assemble", "assembled", "assembly", "assemblies"],
  ["embed", "embeds", "embedded", "embedding", "embeddings"],
  ["enqueue", "enqueued", "enqueuing", "enqueueing"],
  ["api", "apis"],
  ["cli", "clis"],
  ["uri", "uris"],
  ["alias", "aliases", "aliased", "aliasing"],
  ["bias", "biases", "biased"],
  ["canvas", "canvases"],
  ["bus", "buses"],
  ["gas", "gases"],
  ["lens", "lenses"],
  ["window", "windows"],
  ["http", "https"],
  ["obj", "objs"],
  ["index", "indexes", "indices", "indexed", "indexing"],
  ["analysis", "analyses"],
  ["guarantee", "guarantees", "guaranteed", "guaranteeing"],
  ["agree", "agrees", "agreed", "agreeing"],
  ["free", "frees", "freed", "freeing", "freely"],
  ["die", "dies", "died", "dying"],
  ["dye", "dyes", "dyed", "dyeing"],
  ["diff", "diffs", "diffed", "diffing"],
  ["partition", "partitions", "partitioned", "partitioning"],
  ["transition", "transitions", "transitioned", "transitioning"],
  ["question", "questions", "questioned"],
  ["select", "selected", "selection"],
  ["inject", "injected", "injection"],
  ["create", "created", "creation"],
  ["execute", "executed", "execution"],
  ["delete", "deleted", "deletion"],
  ["encrypt", "encrypted", "encryption"],
];
const APART = [
  ["string", "strung"],
  ["option", "opt"],
  ["status", "stat"],
  ["parser", "parse"],
  ["bring", "br"],
  ["speed", "spe"],
  ["user", "use"],
  ["this", "thi"],
  ["ids", "idly"],
  ["time", "tim"],
  ["care", "car"],
  ["plane", "plan"],
  ["same", "sam"],
  ["state", "stats"],
  ["none", "non"],
  ["city", "cit"],
  ["multiply", "multip"],
  ["author", "authority"],
  ["prior", "priority"],
  ["major", "majority"],
  ["minor", "minority"],
  ["public", "publicity"],
  ["char", "charity"],
  ["commune", "community"],
  ["continue", "continuity"],
  ["universe", "university"],
  ["ident", "identity"],
  ["product", "production"],
  ["products", "productions"],
  ["project", "projection"],
  ["object", "objection"],
  ["react", "reaction"],
  ["contract", "contraction"],
  ["content", "contention"],
  ["quest", "question"],
  ["digest", "digestion"],
  ["transit", "transition"],
  ["direct", "direction"],
  ["except", "exception"],
  ["concept", "conception"],
  ["len", "lens"],
  ["exceed", "excee"],
  ["sing", "singeing"],
];

const letters = fc.string({ unit: fc.constantFrom(..."abcdeginoprstuyxl"), minLength: 1, maxLength: 6 });
const JOINTS = ["", "t", "at", "l", "al", "bl", "i", "y", "u", "e", "f", "m", "os", "ur", "mb"];
/** What words end in, and what they only seem to end in. */
const ENDINGS = (
  "s es e ed ing ings eing eings eed ee ees eely y ys yed ying yings ied ies ieds ily yly ly ely itys lies bly blies edly ingly eds ie ue " +
  "ion ions or ors tion tions ation ations ator ators ition itions ity ities ality alities l ll lls lled lling lly " +
  "ded ting tted mming bbed sses ses shes ches xes zzes zed js is us ss"
).split(" ");
ENDINGS.push("");

describe("forms of a word", () => {
  test.each(SAME.map((words) => [words[0]!, words] as const))("%s", (_, words) => {
    const known = new Set([...words, "other", "words", "cab", "matrix"]);
    for (const word of words) {
      const found = otherForms(word, (candidate) => known.has(candidate));
      expect(new Set(found)).toEqual(new Set(words.filter((other) => other !== word)));
      expect(found.length).toBe(words.length - 1);
    }
  });

  test.each(APART)("%s is not %s", (word, other) => {
    expect(otherForms(word!, (candidate) => candidate === other)).toEqual([]);
  });

  test("what is no plain word has none", () => {
    for (const word of ["x", "日本", "arm64", "Cache", "naïve", "x".repeat(30)]) {
      expect(otherForms(word, () => true)).toEqual([]);
    }
  });

  test.each([...SAME, ...APART].map((words) => [words[0]!, words] as const))(
    "%s has the stem of the description",
    (_, words) => {
      for (const word of words) expect(stemOf(word)).toBe(modelStem(word));
    },
  );

  test("a random word has the stem of the description", () => {
    fc.assert(
      fc.property(letters, fc.constantFrom(...ENDINGS), (front, ending) => {
        expect(stemOf(front + ending)).toBe(modelStem(front + ending));
      }),
      { numRuns: runs(5000) },
    );
  });

  // All words of a beginning know each other: endings are not taken from those that the forms are made of.
  test("whatever has the stem of a word is found from it", () => {
    fc.assert(
      fc.property(letters, fc.constantFrom(...JOINTS), (front, joint) => {
        const words = ENDINGS.map((ending) => front + joint + ending);
        const known = new Set(words.filter((word) => word.length > 1 && word.length < 25));
        const byStem = Map.groupBy(known, stemOf);
        for (const word of known) {
          const found = otherForms(word, (candidate) => known.has(candidate));
          const others = byStem.get(stemOf(word))!.filter((other) => other !== word);
          expect(found.sort()).toEqual(others.sort());
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
