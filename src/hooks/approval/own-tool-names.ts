// The names under which the client knows helix's tools. It joins the names of a server and a tool with two underscores,
// and puts the plugin's name before the server where a plugin brings it.

/** What the names begin with: of a server in the settings, and of the plugin's server. */
export const OWN_PREFIXES = ["mcp__helix__", "mcp__plugin_helix_helix__"] as const;

/** The tool that a name of the client means, if its server is helix; null for any other. */
export function ownToolName(name: string): string | null {
  const prefix = OWN_PREFIXES.find((each) => name.startsWith(each));
  return prefix === undefined ? null : name.slice(prefix.length);
}
