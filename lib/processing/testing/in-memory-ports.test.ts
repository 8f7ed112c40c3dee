import { makeProcessingPorts } from "./in-memory-processing-ports";
import { describeProcessingRunsContract } from "./processing-runs.contract";

describeProcessingRunsContract("runs in memory", async () => {
  const ports = makeProcessingPorts();
  return { ...ports, configureWebhook: ports.documents.configureWebhook };
});
