import {
  createDeliverNotificationFunction,
  type DeliveryParts,
} from "./functions/deliver-notification";
import { createHashFilesFunction, type HashFunctionParts } from "./functions/hash-files";
import { type AuditFunctionParts, createLogAuditHeadFunction } from "./functions/log-audit-head";
import { createProcessDocumentFunction, type ProcessingParts } from "./functions/process-document";
import { createRelayFunction, type RelayFunctionParts } from "./functions/relay";
import { createSweepFunction, type SweepFunctionParts } from "./functions/sweep";
import {
  createWatchProcessingFunction,
  type WatchFunctionParts,
} from "./functions/watch-processing";

type Parts = SweepFunctionParts &
  DeliveryParts &
  RelayFunctionParts &
  ProcessingParts &
  WatchFunctionParts &
  HashFunctionParts &
  AuditFunctionParts;

/** Creates all of the application's functions that Inngest runs. */
export function createFunctions(parts: Parts) {
  return [
    createDeliverNotificationFunction(parts),
    createRelayFunction(parts),
    createSweepFunction(parts),
    createProcessDocumentFunction(parts),
    createWatchProcessingFunction(parts),
    createHashFilesFunction(parts),
    createLogAuditHeadFunction(parts),
  ];
}
