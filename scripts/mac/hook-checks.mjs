// A hook's own process: with a server that answers, without one, and with one that has stopped.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectMatch, expectSame, startServer, until } from "./world.mjs";

/** Longer answers than this come in pieces. */
const PIECE_BYTES = 8 * 1024;
/** A hook gives up on a server within this time, in milliseconds; what the machine needs for its own work is beside it. */
const STOPPED_MS = 2400;
const FILTER = '[filters.listing]\nmatch_command = "^listing\\\\b"\nstrip_lines_matching = ["^noise"]\n';
const LINES = Array.from({ length: 390 }, (_, at) =>
  at % 3 === 0 ? `kept ${at} ${"\u2603".repeat(20)}` : `noise ${at} ${"-".repeat(80)}`,
);

/** A knowledge base that shortens the output of `listing`, and a note on part-7. */
function prepared(world) {
  const place = world.place();
  mkdirSync(join(place.kb, "filters"));
  writeFileSync(join(place.kb, "filters", "listing.toml"), FILTER);
  for (const words of [
    ["config", "set", "economy.filters", "on"],
    ["store", "gotchas", "gotcha: the sprocket of part-7 breaks when the frobnicator is cold"],
  ])
    expectSame(world.run([world.binary, ...words], { place }).status, 0, words.join(" "));
  return place;
}

const longEvent = (place) =>
  JSON.stringify({
    session_id: "s1",
    cwd: place.work,
    transcript_path: join(place.home, "s1.jsonl"),
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "listing --all" },
    tool_response: { stdout: `${LINES.join("\n")}\n`, stderr: "", interrupted: false, isImage: false },
  });

const promptEvent = (place, session) =>
  JSON.stringify({
    session_id: session,
    cwd: place.work,
    hook_event_name: "UserPromptSubmit",
    prompt: "Why does the sprocket of part-7 break when the frobnicator is cold?",
  });

async function serving(world, place) {
  const server = startServer(world.binary, place);
  await server.start();
  await until(() => existsSync(join(place.kb, "hooks.sock")), "a socket for hooks", world.patience);
  return server;
}

/** Runs a hook; fails unless it ends well. */
function hook(world, place, type, input) {
  const { status, stdout, stderr } = world.run([world.binary, "hook", type], { place, input });
  expectSame([status, stderr], [0, ""], `hook ${type}`);
  return stdout;
}

/** The short form that a hook answers with, without the key of the original. */
function shortForm(world, place) {
  const answer = hook(world, place, "post-build", longEvent(place));
  const bytes = Buffer.byteLength(answer, "latin1");
  if (bytes <= PIECE_BYTES) throw new Error(`expected an answer over ${PIECE_BYTES} bytes, saw ${bytes}`);
  const { hookSpecificOutput } = JSON.parse(Buffer.from(answer, "latin1").toString("utf8"));
  return { bytes, text: hookSpecificOutput.updatedToolOutput.stdout.replace(/helix output \w+ shows/, "") };
}

export const hookChecks = [
  {
    name: "hook: a long answer, without a server and with one",
    async run(world) {
      const place = prepared(world);
      // A slow machine gives up shortening; that is not what is tried.
      place.environment.HELIX_TIMEOUT_SCALE ??= "10";
      const alone = shortForm(world, place);
      const server = await serving(world, place);
      try {
        const served = shortForm(world, place);
        expectSame(served.text === alone.text, true, "the same answer");
        return `${served.bytes} bytes`;
      } finally {
        server.end();
      }
    },
  },
  {
    name: "hook: an event in a file, without a server and with one",
    async run(world) {
      const place = prepared(world);
      const fromFile = (session) => {
        writeFileSync(join(place.work, "event.json"), promptEvent(place, session));
        return world.shell('"$H" hook prompt < event.json', { place }).stdout;
      };
      expectMatch(fromFile("a"), /sprocket of part-7/, "without a server");
      const server = await serving(world, place);
      try {
        expectMatch(fromFile("b"), /sprocket of part-7/, "with a server");
      } finally {
        server.end();
      }
    },
  },
  {
    name: "hook: a server that has stopped",
    async run(world) {
      const place = prepared(world);
      const start = performance.now();
      hook(world, place, "prompt", promptEvent(place, "a"));
      const aloneMs = performance.now() - start;
      const server = await serving(world, place);
      try {
        server.child.kill("SIGSTOP");
        const before = performance.now();
        expectMatch(hook(world, place, "prompt", promptEvent(place, "b")), /sprocket of part-7/);
        const tookMs = performance.now() - before;
        const mostMs = (STOPPED_MS + aloneMs) * world.patience;
        if (tookMs > mostMs)
          throw new Error(`expected an end within ${Math.round(mostMs)} ms, saw ${Math.round(tookMs)}`);
        return `after ${Math.round(tookMs)} ms; without a server ${Math.round(aloneMs)}`;
      } finally {
        server.end();
      }
    },
  },
];
