import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { showBacklog, startBacklog } from "@/lib/processing/use-cases/start-backlog";
import { command, type Program } from "../command/command";
import { withContainer } from "../command/with-container";
import { renderBacklog, renderStartedBacklog } from "./render-backlog";

/** `npm run processing`. */
export const PROCESSING: Program = {
  name: "processing",
  commands: {
    backlog: command({
      does: "Shows how many documents were uploaded before Stagedoor processed documents, and wait.",
      parameters: {},
      run: () => withContainer(async ({ ports }) => renderBacklog(await showBacklog(ports))),
    }),
    start: command({
      does: "Processes them in the background, the oldest first. New documents do not wait for them.",
      parameters: {},
      run: () =>
        withContainer(async ({ ports }) =>
          renderStartedBacklog(await startBacklog(ports, COMMAND_AUTHOR)),
        ),
    }),
  },
};
