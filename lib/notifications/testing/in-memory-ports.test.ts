import { describeDeliveryRepository } from "./delivery-repository.contract";
import { describeDeliveryRecovery } from "./delivery-repository-recovery.contract";
import { describeDeliverySummary } from "./delivery-statistics.contract";
import { makeNotificationPorts } from "./in-memory-notification-ports";
import { describeRelayRepository } from "./relay-repository.contract";

const open = async () => makeNotificationPorts();

describeRelayRepository("the relay in memory", open);
describeDeliveryRepository("deliveries in memory", open);
describeDeliveryRecovery("recovery in memory", open);
describeDeliverySummary("deliveries in memory", open);
