import type { Asked } from "./asked";
import { ASKED_OF_COCKPIT } from "./asked-cockpit";
import { ASKED_OF_DOCUMENTS } from "./asked-documents";
import { ASKED_OF_NOTIFICATIONS } from "./asked-notifications";
import { ASKED_OF_UPKEEP } from "./asked-upkeep";

/** All product calls that are measured with few documents and with many. */
export const ASKED: readonly Asked[] = [
  ...ASKED_OF_DOCUMENTS,
  ...ASKED_OF_COCKPIT,
  ...ASKED_OF_NOTIFICATIONS,
  ...ASKED_OF_UPKEEP,
];
