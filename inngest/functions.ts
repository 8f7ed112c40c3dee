import {
  type BulkWorkParts,
  createBulkWorkFunction,
  createResumeBulkWorkFunction,
} from "./functions/bulk-work";
import {
  createDeliverNotificationFunction,
  type DeliveryParts,
} from "./functions/deliver-notification";
import { createProcessDocumentFunction, type ProcessingParts } from "./functions/process-document";
import {
  type AuditFunctionParts,
  createHashFilesFunction,
  createLogAuditHeadFunction,
  createRelayFunction,
  createSweepFunction,
  createWatchProcessingFunction,
  type HashFunctionParts,
  type RelayFunctionParts,
  type SweepFunctionParts,
  type WatchFunctionParts,
} from "./functions/schedules";

type Parts = SweepFunctionParts &
  DeliveryParts &
  RelayFunctionParts &
  ProcessingParts &
  WatchFunctionParts &
  HashFunctionParts &
  AuditFunctionParts &
  BulkWorkParts;

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
    createBulkWorkFunction(parts),
    createResumeBulkWorkFunction(parts),
  ];
}
