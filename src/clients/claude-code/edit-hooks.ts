// Puts helix's hooks into the text of a settings file, and takes them out.
// Invariants:
// - Hooks of other programs are never touched. A new hook of helix gets a group of its own, behind the other groups.
// - A hook of helix that is there in another form is replaced in its place. What people have set around it stays: the
//   matcher, the timeout, a description, variables before the command.

import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { cleanLine } from "../../engine/text/clean.ts";
import { exchangedHook } from "./exchanged-hook.ts";
import type { HookGroup } from "./hook-groups.ts";
import type { JsonPath, JsonText } from "./json-text.ts";
import { ownHook, ownHooks, slotOf } from "./own-hooks.ts";
import { EVENTS } from "./settings-shapes.ts";

const HOOKS = "hooks";
/** The shape without which nothing can be put in. */
const EDITABLE = z.record(z.string(), z.array(z.unknown())).optional();
const KEY_SHOWN_MAX = 40;

type Group = z.infer<typeof EVENTS>[string][number];

/**
 * Makes the settings hold each hook of `groups` once, and no other hook of helix. Returns the events whose hook stays
 * a command although a server call was wanted, because the command sets variables. Throws
 * INVALID_ARGUMENT when `hooks` does not have the shape that the client expects.
 */
export function installHooks(settings: JsonText, groups: readonly HookGroup[]): string[] {
  checkShape(settings);
  const commands: string[] = [];
  for (const event of eventsOf(settings)) {
    const wanted = groups.filter((group) => group.event === event);
    const slots = new Set(wanted.map(({ type }) => slotOf(type)));
    removeFrom(settings, event, new Set(), (slot) => !slots.has(slot));
    for (const each of wanted)
      if (settings.valueAt([HOOKS, event]) !== undefined && installEvent(settings, each)) commands.push(event);
  }
  const missing = groups.filter(({ event }) => settings.valueAt([HOOKS, event]) === undefined);
  if (missing.length === 0) return commands;
  const byEvent = [...Map.groupBy(missing, ({ event }) => event)].map(
    ([event, added]) => [event, added.map(({ group }) => group)] as const,
  );
  if (settings.valueAt([HOOKS]) === undefined) {
    settings.addMember([], HOOKS, Object.fromEntries(byEvent));
  } else {
    for (const [event, added] of byEvent) settings.addMember([HOOKS], event, added);
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
  for (const event of eventsOf(settings)) removeFrom(settings, event, kept, () => true);
  if (count > 0 && eventsOf(settings).length === 0 && !kept.has(containerName([HOOKS]))) settings.remove([HOOKS]);
  return count;
}

/** The knowledge base directories that helix's hook commands name; null stands for the default directory. */
export function hookDirectories(settings: JsonText): (string | null)[] {
  const commands = ownHooks(settings.valueAt([HOOKS])).filter(({ program }) => program !== null);
  return [...new Set(commands.map(({ directory }) => directory))];
}

/** Names the existing containers that an installation adds to: `hooks`, and the list of each event in it. */
export function containersOf(settings: JsonText): string[] {
  if (settings.valueAt([HOOKS]) === undefined) return [];
  return [containerName([HOOKS]), ...eventsOf(settings).map((event) => containerName([HOOKS, event]))];
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
  const issue = EDITABLE.safeParse(hooks).error?.issues[0];
  if (issue?.code === "invalid_type") {
    const name = cleanLine([HOOKS, ...issue.path].join(".")).slice(0, HOOKS.length + KEY_SHOWN_MAX);
    const wanted = issue.path.length === 0 ? "an object of events" : "an array of groups";
    throw settings.error(`has "${name}" in another shape than the client wants: ${wanted}`);
  }
  // `valueAt` throws when a key on the way occurs twice.
  for (const event of eventsOf(settings)) settings.valueAt([HOOKS, event]);
  for (const { event, group } of ownHooks(hooks)) settings.valueAt([HOOKS, event, group, HOOKS]);
}

function eventsOf(settings: JsonText): string[] {
  return Object.keys(EVENTS.parse(settings.valueAt([HOOKS])));
}

/** Which of helix's hooks are meant, by their slots. */
type Slots = (slot: string) => boolean;

/**
 * The groups of an event that hold a hook of helix, the last one first. In this order a removal leaves the indices of
 * the remaining groups valid.
 */
function groupsWithOwn(settings: JsonText, event: string, slots: Slots): { index: number; group: Group }[] {
  const groups = EVENTS.parse(settings.valueAt([HOOKS]))[event] ?? [];
  return groups
    .map((group, index) => ({ group, index }))
    .filter(({ group }) => ownIndices(group, slots).length > 0)
    .toReversed();
}

/**
 * Replaces the first hook of helix in the event by the wanted one, and removes the other hooks of helix. Returns
 * whether the hook stays a command although a server call was wanted.
 */
function installEvent(settings: JsonText, wanted: HookGroup): boolean {
  const path = [HOOKS, wanted.event];
  const slots: Slots = (slot) => slot === slotOf(wanted.type);
  const found = groupsWithOwn(settings, wanted.event, slots);
  const first = found.pop();
  for (const { index, group } of found) removeFromGroup(settings, [...path, index], group, slots);
  if (first === undefined) {
    settings.addElement(path, wanted.group);
    return false;
  }
  const [kept, ...rest] = ownIndices(first.group, slots);
  for (const index of rest.toReversed()) settings.remove([...path, first.index, HOOKS, index]);
  const hook = first.group.hooks[kept!] as Record<string, unknown>;
  const exchanged = exchangedHook(hook, wanted);
  if (!isDeepStrictEqual(hook, exchanged)) settings.replace([...path, first.index, HOOKS, kept!], exchanged);
  return wanted.transport === "mcp" && exchanged.type === "command";
}

function removeFromGroup(settings: JsonText, path: JsonPath, group: Group, slots: Slots): void {
  const own = ownIndices(group, slots);
  if (own.length === group.hooks.length) settings.remove(path);
  else for (const index of own.toReversed()) settings.remove([...path, HOOKS, index]);
}

function ownIndices({ hooks }: Group, slots: Slots): number[] {
  return hooks.flatMap((hook, index) => {
    const own = ownHook(hook);
    return own !== null && slots(slotOf(own.type)) ? [index] : [];
  });
}

function removeFrom(settings: JsonText, event: string, kept: ReadonlySet<string>, slots: Slots): void {
  const found = groupsWithOwn(settings, event, slots);
  for (const { index, group } of found) removeFromGroup(settings, [HOOKS, event, index], group, slots);
  const isEmpty = EVENTS.parse(settings.valueAt([HOOKS]))[event]?.length === 0;
  if (found.length > 0 && isEmpty && !kept.has(containerName([HOOKS, event]))) settings.remove([HOOKS, event]);
}
