import { makePorts } from "@/lib/http/testing/in-memory-ports";
import { describeLiveChanges } from "./live-changes.contract";

describeLiveChanges("live changes in memory", async () => makePorts());
