import {
  createDeliverNotificationFunction,
  type DeliveryParts,
} from "./functions/deliver-notification";
import { createRelayFunction, type RelayFunctionParts } from "./functions/relay";
import { createSweepFunction, type SweepFunctionParts } from "./functions/sweep";

/** All durable work of the application, as its endpoint serves it. */
export function createFunctions(parts: SweepFunctionParts & DeliveryParts & RelayFunctionParts) {
  return [
    createDeliverNotificationFunction(parts),
    createRelayFunction(parts),
    createSweepFunction(parts),
  ];
}
