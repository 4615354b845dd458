// Wrote tests/fixtures/helix-0.2, once, with the binary of 0.2.0: `bun tests/support/frozen/freeze.ts BINARY`. A fixture
// that exists is never written over: what a version wrote must open forever.

import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fixturePath } from "../fixtures.ts";
import { placeBinary } from "../helix-binary.ts";
import { answerOf, copyFrozenHome, FROZEN, keyOf, PLAYED_IN, QUESTIONS } from "./frozen-home.ts";
import { makeShop, playedPlaces, playHome } from "./played-home.ts";

const binary = process.argv[2];
const target = fixturePath(FROZEN);
if (binary === undefined || existsSync(target)) throw new Error(`name a binary; ${target} must not exist`);

rmSync(PLAYED_IN, { recursive: true, force: true });
const places = playedPlaces(PLAYED_IN);
mkdirSync(dirname(places.binary), { recursive: true });
placeBinary(places.binary, binary);
makeShop(PLAYED_IN);
await playHome(PLAYED_IN, places.binary);
cpSync(places.home, join(target, "home"), { recursive: true });
cpSync(places.shop, join(target, "shop"), { recursive: true, filter: (path) => !path.endsWith("/.git") });
rmSync(PLAYED_IN, { recursive: true });

// What it answers is asked of a copy that stands elsewhere, as a test does.
const root = `${PLAYED_IN}-copy`;
rmSync(root, { recursive: true, force: true });
const player = copyFrozenHome(root, binary);
const answers = Object.fromEntries(QUESTIONS.map((words) => [keyOf(words), answerOf(player, root, words)]));
writeFileSync(join(target, "answers.json"), `${JSON.stringify(answers, null, 1)}\n`);
rmSync(root, { recursive: true });
