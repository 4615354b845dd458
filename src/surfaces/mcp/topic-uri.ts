// The address of a topic as a resource: helix://topic/NAME. Characters of the name that have a meaning in an address
// are escaped. Every name can be read back from its address unchanged.

const PREFIX = "helix://topic/";

/** The template of all addresses (RFC 6570), with one variable. */
export const TOPIC_TEMPLATE = `${PREFIX}{name}`;
/** The variable's name. */
export const TOPIC_VARIABLE = "name";

/** The address of the topic with this stored name. */
export function topicUri(name: string): string {
  return PREFIX + encodeURIComponent(name);
}

/**
 * The name in the address of a topic; null for any other address. A name that is not escaped properly is taken as it
 * stands.
 */
export function topicOfUri(uri: string): string | null {
  if (!uri.toLowerCase().startsWith(PREFIX)) return null;
  const name = uri.slice(PREFIX.length);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
