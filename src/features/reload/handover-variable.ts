// How a server that goes on in the place of another learns of it. Apart from handover.ts, since every start asks and
// few need that.

/** The variable that names the file with the handover, which lies in the knowledge base directory. */
export const HANDOVER_VARIABLE = "HELIX_HANDOVER";
