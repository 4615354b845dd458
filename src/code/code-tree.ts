// The code files of a project: finds them below a folder, and reads them one at a time within the bounds.
//
// Invariants:
// - Nothing outside of the root is read. Links are skipped, and those that lead out of the root are counted.
// - A folder's names are taken in order, files before folders, so that answers do not depend on the disk.

import { diskSourceFiles, type SourceFiles } from "../platform/source-files.ts";
import { contentFlaw } from "./files/content-flaw.ts";
import { DEPTH_MAX, walkTree } from "./files/walk-tree.ts";
import { type Language, languageOf, languageOfText } from "./languages.ts";
import type { Survey } from "./survey.ts";

export { countLines } from "./files/content-flaw.ts";

/** A file by its path relative to the root, with forward slashes. */
export interface CodeFile {
  readonly path: string;
  readonly language: Language;
}

/** A file's text, and the language that the text shows. */
export interface CodeText extends CodeFile {
  readonly text: string;
}

export interface WalkRequest {
  /** The real path that paths are relative to. */
  readonly root: string;
  /** Where to begin, relative to the root; "" for the root itself. */
  readonly folder: string;
  /** Whether a path, relative to `folder`, is wanted. */
  readonly isWanted?: ((path: string) => boolean) | undefined;
  readonly survey: Survey;
  /** Called now and then, so that other work can go on. */
  readonly takeTurn: () => Promise<void>;
  readonly files?: SourceFiles;
}

/** The files below a folder. */
export interface Walked {
  readonly code: CodeFile[];
  /** Other files that are not ignored, by path. */
  readonly others: string[];
}

/** Finds the files below a folder. Repositories inside are entered. */
export async function walkCode(request: WalkRequest): Promise<Walked> {
  const { root, folder, isWanted, survey, takeTurn, files = diskSourceFiles } = request;
  const walked: Walked = { code: [], others: [] };
  let isStopped = false;
  await walkTree({
    root,
    folder,
    files,
    entersRepositories: true,
    namesMax: survey.bounds.namesMax,
    takeTurn,
    isOver: () => survey.isOver(),
    found(path, name) {
      // A part of a folder would pass for all of it.
      if (isStopped) return;
      if (isWanted !== undefined && !isWanted(folder === "" ? path : path.slice(folder.length + 1))) return;
      const language = languageOf(name);
      if (language === null) walked.others.push(path);
      else walked.code.push({ path, language });
    },
    passedOver(why, path) {
      if (why === "unlisted") survey.noteUnlistedFolder();
      else if (why === "many") {
        isStopped = true;
        survey.stopAtNames();
      } else if (why === "named") survey.noteLeftOut("named");
      else if (why === "deep") survey.noteDeepFolder(DEPTH_MAX);
      else if (why === "link" && files.leadsOut(`${root}/${path}`, root)) survey.noteLinkOut();
    },
  });
  return walked;
}

/**
 * Reads a file. Returns null when it is left out, and notes that in the survey. `isAsked` says that the caller asked
 * for this very file; it is then read even if it is generated.
 */
export function readCode(
  root: string,
  file: CodeFile,
  survey: Survey,
  isAsked = false,
  files: SourceFiles = diskSourceFiles,
): CodeText | null {
  const outcome = files.read(`${root}/${file.path}`, survey.bounds.fileBytesMax, root);
  if (!("bytes" in outcome)) {
    survey.noteLeftOut(outcome.failed === "missing" ? "unreadable" : outcome.failed);
    return null;
  }
  const { bytes } = outcome;
  survey.noteRead(bytes.length);
  const text = new TextDecoder().decode(bytes);
  const flaw = contentFlaw(bytes, text);
  if (flaw === "binary" || (flaw !== null && !isAsked)) {
    survey.noteLeftOut(flaw === "binary" ? "binary" : "generated");
    return null;
  }
  return { path: file.path, language: languageOfText(file.path, text) ?? file.language, text };
}

const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|testdata|[\w.]*Tests)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]*\.py$|_spec\.rb$|Tests?\.(?:java|kt|swift|cs|php)$/;

/** Whether a file holds tests, by its path. */
export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path);
}
