// Where plans and workspaces are: in the knowledge base, and, for the marker of active workspaces, in the user's home.
// The shell of a hook finds the marker by `$HOME` and `$CLAUDE_PROJECT_DIR` alone, so it lies at the path of the project
// below one folder.

/** The folder of plans in the knowledge base directory. */
export const PLANS_FOLDER = "plans";
/** The folder of markers in the user's home. */
export const MARKERS_FOLDER = ".helix-guard";
/** The folder that is there only while a workspace of the project is active. It holds a file for each of them. */
export const MARKER_NAME = "active";

/** The folder of the markers of a project. `projectDirectory` is absolute, as the client names it. */
export function markerFolder(home: string, projectDirectory: string): string {
  return `${home}/${MARKERS_FOLDER}${projectDirectory === "/" ? "" : projectDirectory}/${MARKER_NAME}`;
}

/** The same as a shell finds it, in double quotes. */
export const MARKER_IN_SHELL = `"$HOME/${MARKERS_FOLDER}\${CLAUDE_PROJECT_DIR:-$PWD}/${MARKER_NAME}"`;

/** Files and folders of plans; `directory` is that of the knowledge base. */
export const planPaths = (directory: string) => ({
  documents: `${directory}/${PLANS_FOLDER}/documents`,
  snapshots: `${directory}/${PLANS_FOLDER}/snapshots`,
  bindings: `${directory}/${PLANS_FOLDER}/bindings`,
  workspaces: `${directory}/${PLANS_FOLDER}/workspaces`,
  workspace: (id: string) => `${directory}/${PLANS_FOLDER}/workspaces/${id}`,
});
