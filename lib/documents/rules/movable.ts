import { LIFECYCLE, STATUS, type Status } from "./status";

const UNMOVABLE: readonly Status[] = [STATUS.waitingForUpload, STATUS.uploadFailed, STATUS.deleted];

/** The statuses in which a document can move to another asset: uploaded and not deleted (decision 0058). */
export const MOVABLE_STATUSES: readonly Status[] = LIFECYCLE.statuses
  .map(({ status }) => status)
  .filter((status) => !UNMOVABLE.includes(status));

/** Returns whether a document at this status may move to another asset. */
export const isMovableToAsset = (status: Status): boolean => MOVABLE_STATUSES.includes(status);
