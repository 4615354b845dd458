// Puts helix's hooks into the text of a settings file, and takes them out. Hooks of others are never touched: helix's stand in groups of
// their own, behind the others. Those that are there already in another form are exchanged where they stand.

import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../checkpoint/checkpoint.ts";
import type { HookGroup } from "./hook-groups.ts";
import type { JsonPath, JsonText } from "./json-text.ts";
import { listOf, ownHook, ownHooks } from "./own-hooks.ts";

const HOOKS = "hooks";
/** What a group of helix's may hold; with anything else in it, it is somebody's. */
const GROUP_KEYS = new Set(["matcher", HOOKS]);

/** Makes the settings hold exactly these hooks of helix. Throws INVALID_ARGUMENT when `hooks` has another shape than the client's. */
export function installHooks(settings: JsonText, groups: readonly HookGroup[]): void {
  checkShape(settings);
  for (const event of eventsOf(settings)) {
    const wanted = groups.find((group) => group.event === event);
    if (wanted === undefined) removeFrom(settings, event, new Set());
    else installEvent(settings, wanted);
  }
  const missing = groups.filter(({ event }) => settings.valueAt([HOOKS, event]) === undefined);
  if (missing.length === 0) return;
  if (settings.valueAt([HOOKS]) === undefined) {
    settings.addMember([], HOOKS, Object.fromEntries(missing.map(({ event, group }) => [event, [group]])));
  } else {
    for (const { event, group } of missing) settings.addMember([HOOKS], event, [group]);
  }
}

/**
 * Takes out every hook of helix, and what held nothing else. `kept`: places that stay when they are empty, as `containersOf` names
 * them. Returns how many hooks went.
 */
export function uninstallHooks(settings: JsonText, kept: ReadonlySet<string>): number {
  checkShape(settings);
  const count = ownHooks(settings.valueAt([HOOKS])).length;
  for (const event of eventsOf(settings)) removeFrom(settings, event, kept);
  const hooks = settings.valueAt([HOOKS]);
  if (count > 0 && isRecord(hooks) && Object.keys(hooks).length === 0 && !kept.has(containerName([HOOKS]))) {
    settings.remove([HOOKS]);
  }
  return count;
}

/** The knowledge base directories that the hooks of helix name, null for the default one. */
export function hookDirectories(settings: JsonText): (string | null)[] {
  const commands = ownHooks(settings.valueAt([HOOKS])).filter(({ program }) => program !== null);
  return [...new Set(commands.map(({ directory }) => directory))];
}

/** The containers that an installation adds to where they are there. */
export function containersOf(settings: JsonText): string[] {
  const hooks = settings.valueAt([HOOKS]);
  if (!isRecord(hooks)) return [];
  return [containerName([HOOKS]), ...Object.keys(hooks).map((event) => containerName([HOOKS, event]))];
}

/** A container's path in one word. */
export function containerName(path: JsonPath): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function checkShape(settings: JsonText): void {
  const hooks = settings.valueAt([HOOKS]);
  if (hooks === undefined) return;
  if (!isRecord(hooks)) throw settings.error(`has ${kindOf(hooks)} as "hooks", the client wants an object of events`);
  for (const event of Object.keys(hooks)) {
    const groups = settings.valueAt([HOOKS, event]);
    if (!Array.isArray(groups)) {
      throw settings.error(
        `has ${kindOf(groups)} as "hooks.${event.slice(0, 40)}", the client wants an array of groups`,
      );
    }
    for (const [index, group] of groups.entries()) {
      // Looked at for keys that occur twice, where something of ours stands.
      if (isRecord(group) && listOf(group.hooks).some((hook) => ownHook(hook) !== null))
        settings.valueAt([HOOKS, event, index, HOOKS]);
    }
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return isRecord(value) ? "an object" : `a ${typeof value}`;
}

function eventsOf(settings: JsonText): string[] {
  const hooks = settings.valueAt([HOOKS]);
  return isRecord(hooks) ? Object.keys(hooks) : [];
}

/** From the last to the first, so that indices stay true. */
function groupsWithOwn(settings: JsonText, event: string): { index: number; group: Record<string, unknown> }[] {
  return listOf(settings.valueAt([HOOKS, event]))
    .map((group, index) => ({ group, index }))
    .filter((each): each is { index: number; group: Record<string, unknown> } => {
      return isRecord(each.group) && listOf(each.group.hooks).some((hook) => ownHook(hook) !== null);
    })
    .toReversed();
}

function installEvent(settings: JsonText, { event, group: wanted }: HookGroup): void {
  const found = groupsWithOwn(settings, event);
  const target = found.findLast(({ group }) => isOursAlone(group) || group.matcher === wanted.matcher)?.index;
  for (const { index, group } of found) {
    const path = [HOOKS, event, index];
    if (index !== target) removeFromGroup(settings, path, group);
    else if (isOursAlone(group)) {
      if (!isDeepStrictEqual(group, wanted)) settings.replace(path, wanted);
    } else exchangeInGroup(settings, path, group, listOf(wanted.hooks)[0]);
  }
  if (target === undefined) settings.addElement([HOOKS, event], wanted);
}

function isOursAlone(group: Record<string, unknown>): boolean {
  return (
    Object.keys(group).every((key) => GROUP_KEYS.has(key)) &&
    listOf(group.hooks).every((hook) => ownHook(hook) !== null)
  );
}

/** One of helix's hooks becomes the wanted one, others of helix in the group go. */
function exchangeInGroup(settings: JsonText, path: JsonPath, group: Record<string, unknown>, wanted: unknown): void {
  const own = ownIndices(group);
  for (const index of own.slice(1).toReversed()) settings.remove([...path, HOOKS, index]);
  const [first] = own;
  if (first === undefined || isDeepStrictEqual(listOf(group.hooks)[first], wanted)) return;
  settings.replace([...path, HOOKS, first], wanted);
}

function removeFromGroup(settings: JsonText, path: JsonPath, group: Record<string, unknown>): void {
  const own = ownIndices(group);
  if (own.length === listOf(group.hooks).length) settings.remove(path);
  else for (const index of own.toReversed()) settings.remove([...path, HOOKS, index]);
}

function ownIndices(group: Record<string, unknown>): number[] {
  return listOf(group.hooks).flatMap((hook, index) => (ownHook(hook) === null ? [] : [index]));
}

function removeFrom(settings: JsonText, event: string, kept: ReadonlySet<string>): void {
  const found = groupsWithOwn(settings, event);
  for (const { index, group } of found) removeFromGroup(settings, [HOOKS, event, index], group);
  const isEmpty = listOf(settings.valueAt([HOOKS, event])).length === 0;
  if (found.length > 0 && isEmpty && !kept.has(containerName([HOOKS, event]))) settings.remove([HOOKS, event]);
}
