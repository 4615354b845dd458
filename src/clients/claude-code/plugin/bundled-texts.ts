// What the plugin says to the assistant: the text of each file in the folder `files`, by its path in the plugin. A new
// file is one import and one entry here.

import builder from "./files/agents/builder.md" with { type: "text" };
import explorer from "./files/agents/explorer.md" with { type: "text" };
import observer from "./files/agents/observer.md" with { type: "text" };
import planner from "./files/agents/planner.md" with { type: "text" };
import helix from "./files/skills/helix/SKILL.md" with { type: "text" };
import query from "./files/skills/helix-query/SKILL.md" with { type: "text" };
import stats from "./files/skills/helix-stats/SKILL.md" with { type: "text" };

export const PLUGIN_TEXTS: Readonly<Record<string, string>> = {
  "agents/builder.md": builder,
  "agents/explorer.md": explorer,
  "agents/observer.md": observer,
  "agents/planner.md": planner,
  "skills/helix/SKILL.md": helix,
  "skills/helix-query/SKILL.md": query,
  "skills/helix-stats/SKILL.md": stats,
};
