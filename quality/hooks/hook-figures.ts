// What hooks did with judged events, in figures. Pure.

import { isRight, JUDGED_HOOKS, type JudgedEvent, type JudgedNote } from "./judged-events.ts";

/** Anthropic's rule of thumb for English text. */
const CHARACTERS_PER_TOKEN = 4;

/** What a hook answered to one event. */
export interface EventAnswer {
  readonly event: JudgedEvent;
  /** The text that it puts in front of the model; "" for silence. */
  readonly text: string;
  /** The names of the notes in it. */
  readonly shown: readonly string[];
  readonly ms: number;
}

/** The figures of one hook, or of all. Shares of nothing are NaN. */
export interface HookFigures {
  readonly hook: string;
  readonly events: number;
  /** Of the notes that were shown, the share that was wanted or fitting. */
  readonly precision: number;
  /** Of the notes that were wanted, the share that was shown. */
  readonly recall: number;
  /** Of the events at which no note should be shown, the share at which none was. */
  readonly silence: number;
  readonly silentEvents: number;
  /** Means over all events. */
  readonly characters: number;
  readonly tokens: number;
}

/** The figures by hook, and of all. */
export function hookFigures(answers: readonly EventAnswer[], notes: readonly JudgedNote[]): HookFigures[] {
  const known = new Map(notes.map((note) => [note.name, note]));
  const rows = JUDGED_HOOKS.map((hook) =>
    figuresOf(
      hook,
      answers.filter(({ event }) => event.type === hook),
      known,
    ),
  );
  return [...rows.filter(({ events }) => events > 0), figuresOf("all", answers, known)];
}

function figuresOf(hook: string, answers: readonly EventAnswer[], notes: ReadonlyMap<string, JudgedNote>): HookFigures {
  const shown = answers.flatMap(({ event, shown: names }) => names.map((name) => isRight(event, notes.get(name)!)));
  const wanted = answers.flatMap(({ event, shown: names }) => event.wanted.map((name) => names.includes(name)));
  const silent = answers.filter(({ event }) => mustBeSilent(event)).map(({ shown: names }) => names.length === 0);
  const characters = answers.reduce((sum, { text }) => sum + text.length, 0) / answers.length;
  return {
    hook,
    events: answers.length,
    precision: shareOf(shown),
    recall: shareOf(wanted),
    silence: shareOf(silent),
    silentEvents: silent.length,
    characters,
    tokens: characters / CHARACTERS_PER_TOKEN,
  };
}

/** Whether nothing is wanted at an event, and nothing would fit either. */
export function mustBeSilent({ wanted, fitting = [] }: JudgedEvent): boolean {
  return wanted.length === 0 && fitting.length === 0;
}

/** What went wrong at an event, in words; "" for nothing. */
export function faultsOf({ event, shown }: EventAnswer, notes: readonly JudgedNote[]): string {
  const wrong = notes.filter((note) => shown.includes(note.name) && !isRight(event, note)).map(({ name }) => name);
  const missed = event.wanted.filter((name) => !shown.includes(name));
  const parts = [
    missed.length > 0 ? `missed ${missed.join(", ")}` : "",
    wrong.length > 0 ? `wrong ${wrong.join(", ")}` : "",
  ];
  return parts.filter(Boolean).join("; ");
}

function shareOf(values: readonly boolean[]): number {
  return values.filter(Boolean).length / values.length;
}
