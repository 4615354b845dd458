// What asks the assistant to judge what it was shown. Only a judgement counts; what helix saw itself is told with it.

import { shownNoteId } from "../../notes/text/note-id.ts";

/** The name by which a conversation remembers that it was asked. */
export const REPORT = "report";
/** The same of what was asked after something spoke against notes. */
export const DOUBT = "doubt";
const IDS_MAX = 4;

/** The line behind the first lessons of a conversation. */
export const REPORT_LINE =
  'Once they were tried, say honestly which helped and which misled (helix\'s tool learn action="feedback" helped="@id" misled="@id" evidence="what was done because of it"; in a shell: helix learn feedback).';

/** What spoke against notes, by its kind. */
const DOUBTS: Readonly<Record<string, string>> = {
  prompt: "shown before a prompt that corrects",
  undone: "an edit was undone after it was shown",
  refused: "an edit was refused after it was shown",
};

/** The lines that ask for a report on notes, with what speaks for and against them; none where nothing does. */
export function reportLines(resolved: Iterable<string>, doubts: ReadonlyMap<string, string>): string[] {
  const against = [...doubts].slice(0, IDS_MAX);
  const known = new Set(doubts.keys());
  const both = [...resolved].filter((id) => !known.has(id)).slice(0, IDS_MAX);
  if (both.length + against.length === 0) return [];
  const said = [
    ...both.map((id) => `${shownNoteId(id)} (its error came, and was resolved after it was shown)`),
    ...against.map(([id, how]) => `${shownNoteId(id)} (${DOUBTS[how] ?? how})`),
  ];
  return [
    `Of what helix showed, nobody has judged ${said.join(", ")}. Say honestly what helped and what misled, if you know (helix's tool learn action="feedback" helped="@id" misled="@id" evidence="what was done because of it"; in a shell: helix learn feedback).`,
  ];
}
