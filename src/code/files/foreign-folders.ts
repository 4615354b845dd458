// Folders that lie in work trees and hold nothing of the project itself. Hooks load this, so it needs nothing.

/** By their names: they are passed over whatever the rules say. */
export const FOREIGN_FOLDERS: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".jj",
  ".svn",
  ".venv",
  "__pycache__",
  "bower_components",
  "node_modules",
]);
