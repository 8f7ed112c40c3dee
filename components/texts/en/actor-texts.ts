/** An actor in the history, and their name if it is known. */
interface Acted {
  readonly actor: string;
  readonly name: string | null;
}

const PARTS: Readonly<Record<string, string>> = {
  sweeper: "Stagedoor",
  processor: "Stagedoor",
  watchdog: "Stagedoor",
  command: "An operator, with a command",
};

/** Describes an actor in words, or a person simply by their name. */
export function actorText({ actor, name }: Acted): string {
  const isKey = actor.startsWith("api-key:");
  if (name !== null) return isKey ? `API key “${name}”` : name;
  return PARTS[actor] ?? (isKey ? "A removed API key" : "A person without an account");
}
