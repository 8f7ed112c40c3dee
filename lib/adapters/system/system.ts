import { randomBytes } from "node:crypto";
import { v7 } from "uuid";
import type { Clock, Ids, Randomness } from "@/lib/kernel/ports";

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** Version 7 UUIDs are ordered by millisecond, so that rows are added at the end of indexes. */
export const systemIds: Ids = { uuid: () => v7() };

/** The operating system's cryptographic randomness. */
export const systemRandomness: Randomness = { bytes: randomBytes };
