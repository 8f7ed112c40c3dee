/** The known facts about an actor: the identity in the history, and their name if there is one. */
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

/** Describes an actor in words. For a person this is simply their name. */
export function actorText({ actor, name }: Acted): string {
  const isKey = actor.startsWith("api-key:");
  if (name !== null) return isKey ? `API key “${name}”` : name;
  return PARTS[actor] ?? (isKey ? "A removed API key" : "A person without an account");
}
