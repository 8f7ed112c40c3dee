/** What is known of somebody who acted: what the history keeps, and their name if they have one. */
interface Acted {
  readonly actor: string;
  readonly name: string | null;
}

const PARTS: Readonly<Record<string, string>> = {
  sweeper: "Stagedoor",
  processor: "Stagedoor",
  watchdog: "Stagedoor",
  command: "An operator, by a command",
};

/** Somebody who acted, in words; a person simply has their name. */
export function actorText({ actor, name }: Acted): string {
  const isKey = actor.startsWith("api-key:");
  if (name !== null) return isKey ? `API key “${name}”` : name;
  return PARTS[actor] ?? (isKey ? "A removed API key" : "A person without an account");
}
