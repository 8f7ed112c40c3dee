import type { BacklogState } from "@/lib/processing/use-cases/start-backlog";

/** The state of the backlog in words. */
export function renderBacklog({ choice, documents, waitingRuns, isStarted }: BacklogState): string {
  const waiting = `${count(documents)} from before ${documents === 1 ? "waits" : "wait"} to be processed.`;
  if (choice !== "builtin") return `${waiting}\n${notHere(choice)}\n`;
  if (documents === 0) return "No documents from before wait to be processed.\n";
  const next = isStarted
    ? `They are being processed; ${waitingRuns} of all documents are next.`
    : "To process them: npm run processing -- start";
  return `${waiting}\n${next}\n`;
}

/** What a start led to. */
export function renderStartedBacklog({ choice, documents }: BacklogState): string {
  if (choice !== "builtin") return `Nothing was started. ${notHere(choice)}\n`;
  if (documents === 0) return "No documents from before wait to be processed.\n";
  return `${count(documents)} from before will be processed in the background, the oldest first.\n`;
}

const notHere = (choice: BacklogState["choice"]) =>
  `PROCESSOR is ${choice}: Stagedoor does not process documents itself.`;

const count = (documents: number) => `${documents} ${documents === 1 ? "document" : "documents"}`;
