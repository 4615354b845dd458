// Tells a server that it goes on in place of another. This is apart from handover.ts because every start reads it, and
// few starts need the rest.

/** The variable that names the file with the handover, which lies in the knowledge base directory. */
export const HANDOVER_VARIABLE = "HELIX_HANDOVER";
