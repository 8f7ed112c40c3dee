import { makePorts } from "@/lib/http/testing/in-memory-ports";
import { describeLiveChangesContract } from "./live-changes.contract";

describeLiveChangesContract("live changes in memory", async () => makePorts());
