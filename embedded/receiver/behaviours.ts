import { z } from "zod";
import type { ReceivedNotification } from "./received-notification";

const STATUS_MIN = 200;
const STATUS_MAX = 599;
const DELAY_MS_MAX = 600_000;

const status = z.int().min(STATUS_MIN).max(STATUS_MAX);

/** How the receiver answers a notification. */
export const behaviourSchema = z.discriminatedUnion("kind", [
  /** 200 to what is verified and a notification, 401 or 400 to what is not. */
  z.strictObject({ kind: z.literal("accept") }),
  /** This status to everything. A redirect points to another path of the receiver. */
  z.strictObject({
    kind: z.literal("answer"),
    status,
    retryAfterSeconds: z.int().min(0).optional(),
  }),
  /** No answer, and the connection stays open. */
  z.strictObject({ kind: z.literal("hang") }),
  /** No answer, and the connection is closed at once. */
  z.strictObject({ kind: z.literal("reset") }),
  /** As accept, this much later. */
  z.strictObject({ kind: z.literal("slow"), delayMs: z.int().min(0).max(DELAY_MS_MAX) }),
  /** This share of requests (0 to 1) gets the status, the others are accepted. */
  z.strictObject({
    kind: z.literal("fail-at-random"),
    share: z.number().min(0).max(1),
    status: status.default(500),
  }),
]);

/** See the schema. */
export type Behaviour = z.infer<typeof behaviourSchema>;

/** A behaviour, or a program that chooses one for each notification by its content. */
export type BehaviourChoice = Behaviour | ((notification: ReceivedNotification) => Behaviour);

/** The behaviour for all requests and, for a while, another one for the next few. Begins with accept. */
export function createBehaviours() {
  let forAll: BehaviourChoice = { kind: "accept" };
  let forNextFew: { choice: BehaviourChoice; requestsLeft: number } | null = null;
  return {
    /** Applies from the next request on; with a number, to that many requests, and then the previous one for all applies again. */
    set: (choice: BehaviourChoice, requests?: number) => {
      forNextFew = requests === undefined ? null : { choice, requestsLeft: requests };
      if (requests === undefined) forAll = choice;
    },
    /** The behaviour for this request, which is counted. */
    next: (notification: ReceivedNotification): Behaviour => {
      const choice = forNextFew?.choice ?? forAll;
      if (forNextFew !== null) {
        forNextFew.requestsLeft -= 1;
        if (forNextFew.requestsLeft === 0) forNextFew = null;
      }
      return typeof choice === "function" ? choice(notification) : choice;
    },
    /** `behaviour` is null while a program chooses; `requestsLeft` is null for a behaviour for all requests. */
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
