import { makeUpkeepPorts } from "./in-memory-upkeep-ports";
import { describeSweepRepositoryContract } from "./sweep-repository.contract";

describeSweepRepositoryContract("the sweeper's view of documents in memory", async () => {
  const { documents, sweeps } = makeUpkeepPorts();
  return { ...sweeps, documents, sweeps };
});
