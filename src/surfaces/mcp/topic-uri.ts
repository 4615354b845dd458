// The address of a topic as a resource: helix://topic/NAME, with everything in the name escaped that would mean
// something in an address. Every name comes back from its address as it was.

const PREFIX = "helix://topic/";

/** The template of all addresses (RFC 6570), with one variable. */
export const TOPIC_TEMPLATE = `${PREFIX}{name}`;
/** The variable's name. */
export const TOPIC_VARIABLE = "name";

/** The address of a topic, by stored name. */
export function topicUri(name: string): string {
  return PREFIX + encodeURIComponent(name);
}

/** The name in the address of a topic, as it is where it was not escaped properly; null for any other address. */
export function topicOfUri(uri: string): string | null {
  if (!uri.toLowerCase().startsWith(PREFIX)) return null;
  const name = uri.slice(PREFIX.length);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
