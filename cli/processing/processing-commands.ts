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
