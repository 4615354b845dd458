// Puts helix's hooks into the text of a settings file, and takes them out.
// Invariants:
// - Hooks of other programs are never touched. A new hook of helix gets a group of its own, behind the other groups.
// - A hook of helix that is there in another form is replaced in its place. What people have set around it stays: the
//   matcher, the timeout, a description, variables before the command.

import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../features/checkpoint/checkpoint.ts";
import { exchangedHook } from "./exchanged-hook.ts";
import type { HookGroup } from "./hook-groups.ts";
import type { JsonPath, JsonText } from "./json-text.ts";
import { listOf, ownHook, ownHooks } from "./own-hooks.ts";

const HOOKS = "hooks";

/**
 * Makes the settings hold one hook of helix for each of the events in `groups`, and none for other events. Returns the
 * events whose hook stays a command although a server call was wanted, because the command sets variables. Throws
 * INVALID_ARGUMENT when `hooks` does not have the shape that the client expects.
 */
export function installHooks(settings: JsonText, groups: readonly HookGroup[]): string[] {
  checkShape(settings);
  const commands: string[] = [];
  for (const event of eventsOf(settings)) {
    const wanted = groups.find((group) => group.event === event);
    if (wanted === undefined) removeFrom(settings, event, new Set());
    else if (installEvent(settings, wanted)) commands.push(event);
  }
  const missing = groups.filter(({ event }) => settings.valueAt([HOOKS, event]) === undefined);
  if (missing.length === 0) return commands;
  if (settings.valueAt([HOOKS]) === undefined) {
    settings.addMember([], HOOKS, Object.fromEntries(missing.map(({ event, group }) => [event, [group]])));
  } else {
    for (const { event, group } of missing) settings.addMember([HOOKS], event, [group]);
  }
  return commands;
}

/**
 * Takes out every hook of helix, and the containers that hold nothing else. `kept`: the containers that stay even if
 * they become empty, named as `containersOf` names them. Returns the number of hooks that were taken out.
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

/** The knowledge base directories that helix's hook commands name; null stands for the default directory. */
export function hookDirectories(settings: JsonText): (string | null)[] {
  const commands = ownHooks(settings.valueAt([HOOKS])).filter(({ program }) => program !== null);
  return [...new Set(commands.map(({ directory }) => directory))];
}

/** Names the existing containers that an installation adds to: `hooks`, and the list of each event in it. */
export function containersOf(settings: JsonText): string[] {
  const hooks = settings.valueAt([HOOKS]);
  if (!isRecord(hooks)) return [];
  return [containerName([HOOKS]), ...Object.keys(hooks).map((event) => containerName([HOOKS, event]))];
}

/** The path of a container as one text, in the notation of JSON Pointer. */
export function containerName(path: JsonPath): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The path that a container's name stands for; the reverse of `containerName`. */
export function pathOf(name: string): string[] {
  return name
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
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
      // `valueAt` throws when a key on the way occurs twice; this matters where a hook of helix stands.
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

/**
 * The groups of an event that hold a hook of helix, the last one first. In this order a removal leaves the indices of
 * the remaining groups valid.
 */
function groupsWithOwn(settings: JsonText, event: string): { index: number; group: Record<string, unknown> }[] {
  return listOf(settings.valueAt([HOOKS, event]))
    .map((group, index) => ({ group, index }))
    .filter((each): each is { index: number; group: Record<string, unknown> } => {
      return isRecord(each.group) && listOf(each.group.hooks).some((hook) => ownHook(hook) !== null);
    })
    .toReversed();
}

/**
 * Replaces the first hook of helix in the event by the wanted one, and removes the other hooks of helix. Returns
 * whether the hook stays a command although a server call was wanted.
 */
function installEvent(settings: JsonText, wanted: HookGroup): boolean {
  const path = [HOOKS, wanted.event];
  const found = groupsWithOwn(settings, wanted.event);
  const first = found.pop();
  for (const { index, group } of found) removeFromGroup(settings, [...path, index], group);
  if (first === undefined) {
    settings.addElement(path, wanted.group);
    return false;
  }
  const [kept, ...rest] = ownIndices(first.group);
  for (const index of rest.toReversed()) settings.remove([...path, first.index, HOOKS, index]);
  const hook = listOf(first.group.hooks)[kept!] as Record<string, unknown>;
  const exchanged = exchangedHook(hook, wanted);
  if (!isDeepStrictEqual(hook, exchanged)) settings.replace([...path, first.index, HOOKS, kept!], exchanged);
  return wanted.transport === "mcp" && exchanged.type === "command";
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
