import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import {
  type BacklogState,
  showBacklog,
  startBacklog,
} from "@/lib/processing/use-cases/processing-backlog";
import { command, type Program } from "../command/command";
import { withContainer } from "../command/with-container";

/** `npm run processing`. */
export const PROCESSING: Program = {
  name: "processing",
  commands: {
    backlog: command({
      does: "Shows how many documents uploaded before processing was set up are still waiting.",
      parameters: {},
      run: () => withContainer(async ({ ports }) => renderBacklog(await showBacklog(ports))),
    }),
    start: command({
      does: "Processes them in the background, oldest first. New documents do not have to wait for them.",
      parameters: {},
      run: () =>
        withContainer(async ({ ports }) =>
          renderStartedBacklog(await startBacklog(ports, COMMAND_AUTHOR)),
        ),
    }),
  },
};

/** Describes the state of the backlog. */
export function renderBacklog({ choice, documents, waitingRuns, isStarted }: BacklogState): string {
  const waiting = `${count(documents)} uploaded before processing was set up ${documents === 1 ? "is" : "are"} waiting to be processed.`;
  if (choice !== "builtin") return `${waiting}\n${notHere(choice)}\n`;
  if (documents === 0) return "No earlier documents are waiting to be processed.\n";
  const next = isStarted
    ? `They are being processed. In the queue, including new documents: ${waitingRuns}.`
    : "To process them: npm run processing -- start";
  return `${waiting}\n${next}\n`;
}

/** Describes the result of starting the backlog. */
export function renderStartedBacklog({ choice, documents }: BacklogState): string {
  if (choice !== "builtin") return `Nothing was started. ${notHere(choice)}\n`;
  if (documents === 0) return "No earlier documents are waiting to be processed.\n";
  return `${count(documents)} uploaded before processing was set up will be processed in the background, oldest first.\n`;
}

const notHere = (choice: BacklogState["choice"]) =>
  `PROCESSOR is ${choice}: Stagedoor does not process documents itself.`;

const count = (documents: number) => `${documents} ${documents === 1 ? "document" : "documents"}`;
