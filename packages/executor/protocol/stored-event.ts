import { randomUUID } from "node:crypto";
import { z } from "zod";
import { nameProblem, storageProblem } from "./storable-json";

const EVENTS_MAX = 5000;
const EVENT_BYTES_MAX = 512 * 1024;
const SEED_LENGTH_MAX = 200;
const RESERVED_NAMES = "inngest/";
const RESERVED_IDS = "inngest:";
const YEAR_9999_MS = Date.UTC(9999, 11, 31);

/** An event as it is stored and passed to functions. `ts` is in Unix milliseconds. */
export interface StoredEvent {
  readonly id: string;
  readonly name: string;
  readonly ts: number;
  readonly data: Record<string, unknown>;
}

/** A send that was rejected as a whole; the message says what to change. */
export class BadEventsError extends Error {
  override readonly name = "BadEventsError";
}

/**
 * Returns the key that identifies an event: its id. The executor's own events get a prefix that no other event's id has,
 * so that no caller can use the id of an event that has not happened yet.
 */
export function eventKey({ id, name }: Pick<StoredEvent, "id" | "name">): string {
  return name.startsWith(RESERVED_NAMES) ? `${RESERVED_IDS}${id}` : id;
}

/** Returns the id of the event with this key. */
export function eventIdOf(key: string): string {
  return key.startsWith(RESERVED_IDS) ? key.slice(RESERVED_IDS.length) : key;
}

const shortText = z.string().superRefine((text, context) => {
  const problem = text === "" ? null : nameProblem(text);
  if (problem !== null) context.addIssue({ code: "custom", message: problem });
});

const eventShape = z.object({
  id: shortText.nullish(),
  name: shortText.min(1, "must not be empty"),
  ts: z.int().min(0).max(YEAR_9999_MS).nullish(),
  data: z.custom<Record<string, unknown>>(isObject, "must be an object").nullish(),
});

/**
 * Checks and completes the events in a send (one event, or an array). `data` defaults to {}, `ts` to the current time.
 * An event without an id gets a new UUID or, if the send has a `seed`, an id made from the seed and its index, so that a
 * repeated send is recognised. Throws {@link BadEventsError} if any event is invalid; none may then be stored.
 */
export function parseEvents(
  body: unknown,
  seed: string | null,
  nowMs: number,
): readonly StoredEvent[] {
  const events: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (events.length > EVENTS_MAX) {
    throw new BadEventsError(
      `${events.length} events in one send are too many. Send at most ${EVENTS_MAX}.`,
    );
  }
  if (seed !== null && seed.length > SEED_LENGTH_MAX) {
    throw new BadEventsError(
      `The seed of a send must be at most ${SEED_LENGTH_MAX} characters long.`,
    );
  }
  return events.map((event, index) => parseEvent(event, index, seed, nowMs));
}

function parseEvent(
  event: unknown,
  index: number,
  seed: string | null,
  nowMs: number,
): StoredEvent {
  const parsed = eventShape.safeParse(event);
  if (!parsed.success) throw new BadEventsError(shapeSentence(index, parsed.error));
  const { id, name, ts, data } = parsed.data;
  if (name.startsWith(RESERVED_NAMES))
    throw reserved(index, "named", name, "names", RESERVED_NAMES);
  const stored = {
    id: id || (seed === null ? randomUUID() : `${seed}:${index}`),
    name,
    ts: ts || nowMs,
    data: data ?? {},
  };
  if (stored.id.startsWith(RESERVED_IDS)) {
    throw reserved(index, "given the id", stored.id, "ids", RESERVED_IDS);
  }
  requireStorable(stored, index);
  return stored;
}

function reserved(index: number, is: string, text: string, what: string, start: string) {
  return new BadEventsError(
    `Event ${index} is ${is} "${text}": ${what} beginning with ${start} are reserved. Choose a different one.`,
  );
}

function requireStorable(event: StoredEvent, index: number): void {
  const problem = storageProblem(event);
  if (problem !== null) {
    throw new BadEventsError(`Event ${index} ${problem}, which cannot be stored. Leave it out.`);
  }
  const bytes = Buffer.byteLength(JSON.stringify(event));
  if (bytes > EVENT_BYTES_MAX) {
    throw new BadEventsError(
      `Event ${index} is ${bytes} bytes. The limit is ${EVENT_BYTES_MAX}; store larger data elsewhere.`,
    );
  }
}

function shapeSentence(index: number, error: z.ZodError): string {
  const [issue] = error.issues;
  const where = issue?.path.join(".") || "the event";
  return `Event ${index} cannot be used: ${where}: ${issue?.message}. An event is {"name": text, "data"?: object, "id"?: text, "ts"?: milliseconds}.`;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
