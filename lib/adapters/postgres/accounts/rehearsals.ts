import type { Rehearsal } from "../core/warm-connections";
import { FIND_AND_TOUCH_API_KEY } from "./api-key-statement";

/** The look for an API key, with a hash that none has. */
export const API_KEY_REHEARSALS: readonly Rehearsal[] = [
  { ...FIND_AND_TOUCH_API_KEY, values: [Buffer.alloc(0), new Date(0)] },
];
