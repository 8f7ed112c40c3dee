import type { AuditEntryView } from "@/lib/http/accounts/audit-query";
import { AUDIT_ACTION_TEXTS, AUDIT_TEXTS } from "../../texts/en/audit-texts";

type Named = Pick<AuditEntryView, "actor" | "actorName">;

/** Returns the display text for the actor of an entry. */
export function actorWords({ actor, actorName }: Named): string {
  if (actorName !== null) return actorName;
  if (actor === "command") return AUDIT_TEXTS.commandName;
  const kind = actor.split(":", 1)[0] ?? "";
  const known: Readonly<Record<string, string>> = { ...AUDIT_TEXTS.parts, ...AUDIT_TEXTS.unnamed };
  return Object.hasOwn(known, kind) ? (known[kind] ?? kind) : AUDIT_TEXTS.someone;
}

/** Returns the filter value that selects all entries of the same person, key or command, whatever role they acted in. */
export const whoOf = (actor: string) => actor.slice(actor.indexOf(":") + 1);

/** Returns the display text for the action of an entry. An action from a newer version is shown as it is stored. */
export function deedWords({
  action,
  subject,
  subjectName,
}: Pick<AuditEntryView, "action" | "subject" | "subjectName">): string {
  const known = Object.entries(AUDIT_ACTION_TEXTS).find(([name]) => name === action);
  const name = subjectName ?? subject.slice(subject.indexOf(":") + 1);
  return known ? known[1].did(name, subject) : `${action} ${subject}`;
}

/** Only verification needs it. */
const ROWS_DIGEST = "rowsDigest";

/** One changed value in readable form; null if it is absent. */
export interface Difference {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Compares two states value by value. A state that is not an object counts as one value without a name. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const [from, to] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names
    .map((name) => ({ name, before: textOf(from[name]), after: textOf(to[name]) }))
    .filter((difference) => difference.before !== difference.after)
    .filter(({ name }) => name !== ROWS_DIGEST);
}

function valuesOf(state: unknown): Readonly<Record<string, unknown>> {
  if (state === null || state === undefined) return {};
  const isObject = typeof state === "object" && !Array.isArray(state);
  return isObject ? Object.fromEntries(Object.entries(state)) : { "": state };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(textOf).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
