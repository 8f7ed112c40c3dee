import type { ProcessingPolicy } from "@/lib/documents/ports/processing-policy";
import type { ProcessorChoice } from "@/lib/documents/rules/processor-choice";
import type { Clock } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import type { Backlog } from "../ports/backlog";

type BacklogPorts = { backlog: Backlog; processing: ProcessingPolicy };

/** How many documents from before wait, and whether that changes. */
export type BacklogState = Awaited<ReturnType<Backlog["count"]>> & {
  readonly choice: ProcessorChoice;
};

/** The documents from before that wait. */
export async function showBacklog(ports: BacklogPorts): Promise<BacklogState> {
  return { ...(await ports.backlog.count()), choice: await ports.processing.choice() };
}

/** Has them processed in the background, where the built-in processor runs. Harmless to repeat. @returns the state before */
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
