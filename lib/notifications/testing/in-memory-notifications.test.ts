import { makePorts } from "@/lib/http/testing/in-memory-ports";
import { describeDeliveryRecovery } from "./delivery-recovery.contract";
import { describeDeliveryRepository } from "./delivery-repository.contract";
import { describeDeliverySummary } from "./delivery-summary.contract";
import { describeRelayRepository } from "./relay-repository.contract";

const open = async () => makePorts();

describeRelayRepository("the relay in memory", open);
describeDeliveryRepository("deliveries in memory", open);
describeDeliveryRecovery("recovery in memory", open);
describeDeliverySummary("deliveries in memory", open);
