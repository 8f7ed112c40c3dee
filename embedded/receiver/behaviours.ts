import { z } from "zod";
import type { ReceivedNotification } from "./received-notification";

const STATUS_MIN = 200;
const STATUS_MAX = 599;
const DELAY_MS_MAX = 600_000;

const status = z.int().min(STATUS_MIN).max(STATUS_MAX);

/** The way in which the receiver responds to a notification. */
export const behaviourSchema = z.discriminatedUnion("kind", [
  /** Responds with 200 to verified notifications, and with 401 or 400 to everything else. */
  z.strictObject({ kind: z.literal("accept") }),
  /** Responds to every request with this status. A redirect points to another path of the receiver. */
  z.strictObject({
    kind: z.literal("answer"),
    status,
    retryAfterSeconds: z.int().min(0).optional(),
  }),
  /** Sends no response and keeps the connection open. */
  z.strictObject({ kind: z.literal("hang") }),
  /** Closes the connection immediately without a response. */
  z.strictObject({ kind: z.literal("reset") }),
  /** Responds like accept, but this much later. */
  z.strictObject({ kind: z.literal("slow"), delayMs: z.int().min(0).max(DELAY_MS_MAX) }),
  /** Responds to this share of requests (0 to 1) with this status, and accepts the others. */
  z.strictObject({
    kind: z.literal("fail-at-random"),
    share: z.number().min(0).max(1),
    status: status.default(500),
  }),
]);

/** A behaviour in the form of {@link behaviourSchema}. */
export type Behaviour = z.infer<typeof behaviourSchema>;

/** A behaviour, or a program that chooses a behaviour for each notification by its content. */
export type BehaviourChoice = Behaviour | ((notification: ReceivedNotification) => Behaviour);

/**
 * Holds the behaviour for all requests and, temporarily, a different behaviour for the next few requests. Starts with
 * accept.
 */
export function createBehaviours() {
  let forAll: BehaviourChoice = { kind: "accept" };
  let forNextFew: { choice: BehaviourChoice; requestsLeft: number } | null = null;
  return {
    /**
     * The behaviour applies from the next request on. If `requests` is given, it applies to that many requests, and then
     * the previous behaviour applies again.
     */
    set: (choice: BehaviourChoice, requests?: number) => {
      forNextFew = requests === undefined ? null : { choice, requestsLeft: requests };
      if (requests === undefined) forAll = choice;
    },
    /** Returns the behaviour for this request, and counts the request. */
    next: (notification: ReceivedNotification): Behaviour => {
      const choice = forNextFew?.choice ?? forAll;
      if (forNextFew !== null) {
        forNextFew.requestsLeft -= 1;
        if (forNextFew.requestsLeft === 0) forNextFew = null;
      }
      return typeof choice === "function" ? choice(notification) : choice;
    },
    /** `behaviour` is null if a program chooses it; `requestsLeft` is null if the behaviour is for all requests. */
    state: () => {
      const choice = forNextFew?.choice ?? forAll;
      return {
        behaviour: typeof choice === "function" ? null : choice,
        requestsLeft: forNextFew?.requestsLeft ?? null,
      };
    },
  };
}

/** See {@link createBehaviours}. */
export type Behaviours = ReturnType<typeof createBehaviours>;
