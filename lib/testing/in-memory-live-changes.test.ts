import { describeLiveChanges } from "./live-changes.contract";
import { makePorts } from "./make-ports";

describeLiveChanges("live changes in memory", async () => makePorts());
