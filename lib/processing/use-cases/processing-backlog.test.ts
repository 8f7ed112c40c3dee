import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { makeProcessingPorts } from "../testing/in-memory-processing-ports";
import { proceedBacklog, showBacklog, startBacklog } from "./processing-backlog";

async function arrange() {
  const ports = makeProcessingPorts();
  ports.processing.setChoice("builtin");
  const { uuid } = await makeDocumentAt(ports, 2);
  return { ports, uuid };
}

describe("documents from before processing was set up", () => {
  test("wait until an administrator starts them", async () => {
    const { ports, uuid } = await arrange();
    expect(await showBacklog(ports)).toEqual({
      choice: "builtin",
      documents: 1,
      waitingRuns: 0,
      isStarted: false,
    });
    expect(await proceedBacklog(ports)).toBe(0);
    await startBacklog(ports, COMMAND_AUTHOR);
    expect(await proceedBacklog(ports)).toBe(1);
    expect(await ports.documents.find(uuid)).toMatchObject({ status: 2, processingRun: 1 });
  });

  test.each(["external", "none"] as const)(
    "are not started if the processor is %s",
    async (choice) => {
      const { ports } = await arrange();
      ports.processing.setChoice(choice);
      expect(await startBacklog(ports, COMMAND_AUTHOR)).toMatchObject({ choice, documents: 1 });
      ports.processing.setChoice("builtin");
      expect(await proceedBacklog(ports)).toBe(0);
    },
  );
});
