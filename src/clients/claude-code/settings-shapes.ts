// The client's settings, as far as helix reads them. What has another shape than the client reads counts as absent.

import { z } from "zod";

const LIST = z.array(z.unknown()).catch([]);
const FLAG = z.literal(true).optional().catch(undefined);

/** A group of hooks. One that is none stands as one without hooks, so that indices hold. */
const GROUP = z.object({ hooks: LIST, matcher: z.string().optional().catch(undefined) }).catch({ hooks: [] });
/** The events with their groups of hooks. */
export const EVENTS = z.record(z.string(), z.array(GROUP).catch([])).catch({});

/** A server as the client starts it. */
export const SERVER = z.looseObject({
  command: z.string().optional().catch(undefined),
  args: LIST,
  env: z.record(z.string(), z.unknown()).catch({}),
});
export type Server = z.infer<typeof SERVER>;

/** The settings that name servers, approve or refuse them: of a file, or of a project in the client's state. */
const HOLDER = z.object({
  mcpServers: z.record(z.string(), SERVER.nullable().catch(null)).catch({}),
  enableAllProjectMcpServers: FLAG,
  enabledMcpjsonServers: LIST,
  disabledMcpjsonServers: LIST,
  disabledMcpServers: LIST,
});
export type Holder = z.infer<typeof HOLDER>;

/** A file of the client, be it settings, servers or its own state. It is an object, whatever stands in it. */
export const SETTINGS = HOLDER.extend({
  hooks: EVENTS,
  disableAllHooks: FLAG,
  enabledPlugins: z.record(z.string(), z.unknown()).catch({}),
  extraKnownMarketplaces: z.record(z.string(), z.unknown()).catch({}),
  projects: z.record(z.string(), HOLDER.nullable().catch(null)).catch({}),
});
export type Settings = z.infer<typeof SETTINGS>;
