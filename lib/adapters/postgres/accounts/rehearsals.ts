import type { Rehearsal } from "../core/warm-connections";
import { API_KEY_STATEMENTS } from "./api-key-statement";

/** Looks up an API key with a hash that no key has. */
export const API_KEY_REHEARSALS: readonly Rehearsal[] = [
  { ...API_KEY_STATEMENTS.findAndTouch, values: [Buffer.alloc(0), new Date(0)] },
];
