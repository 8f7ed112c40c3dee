import type { ProcessingPolicy } from "@/lib/documents/ports/processing-policy";
import type { ProcessorChoice } from "@/lib/documents/rules/processor-choice";
import type { Clock } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import type { Backlog } from "../ports/backlog";

type BacklogPorts = { backlog: Backlog; processing: ProcessingPolicy };

/** The counts and the state of the backlog, and who processes documents. */
export type BacklogState = Awaited<ReturnType<Backlog["count"]>> & {
  readonly choice: ProcessorChoice;
};

/** Returns the state of the backlog. */
export async function showBacklog(ports: BacklogPorts): Promise<BacklogState> {
  return { ...(await ports.backlog.count()), choice: await ports.processing.choice() };
}

/**
 * Allows the documents in the backlog to be processed in the background, if the built-in processor runs. Safe to repeat.
 * @returns the state before the call
 */
export async function startBacklog(
  ports: BacklogPorts & { clock: Clock },
  author: Author,
): Promise<BacklogState> {
  const state = await showBacklog(ports);
  if (state.choice !== "builtin" || state.documents === 0) return state;
  const at = ports.clock.now();
  const note = { at, author, action: "processing-backlog-started", subject: "processing" } as const;
  await ports.backlog.start(note);
  return state;
}
