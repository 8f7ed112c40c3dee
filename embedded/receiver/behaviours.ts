import { z } from "zod";
import type { ReceivedNotification } from "./received-notification";

const STATUS_MIN = 200;
const STATUS_MAX = 599;
const DELAY_MS_MAX = 600_000;

const status = z.int().min(STATUS_MIN).max(STATUS_MAX);

/** How the receiver treats a notification. */
export const behaviourSchema = z.discriminatedUnion("kind", [
  /** 200 to what is verified and a notification, 401 or 400 to what is not. */
  z.strictObject({ kind: z.literal("accept") }),
  /** This status to everything. A redirect without a location points to another path of the receiver. */
  z.strictObject({
    kind: z.literal("answer"),
    status,
    location: z
      .string()
      .min(1)
      .max(2_000)
      .regex(/^[\x21-\x7e]+$/)
      .optional(),
    retryAfterSeconds: z.int().min(0).optional(),
  }),
  /** No answer, and the connection stays open. */
  z.strictObject({ kind: z.literal("hang") }),
  /** No answer, and the connection is closed at once. */
  z.strictObject({ kind: z.literal("reset") }),
  /** As accept, this much later. */
  z.strictObject({ kind: z.literal("slow"), delayMs: z.int().min(0).max(DELAY_MS_MAX) }),
  /** This share of requests (0 to 1) gets the status, the others are accepted; the same seed fails the same ones. */
  z.strictObject({
    kind: z.literal("fail-at-random"),
    share: z.number().min(0).max(1),
    seed: z.int().min(0).max(0xffff_ffff),
    status: status.default(500),
  }),
]);

/** See the schema. */
export type Behaviour = z.infer<typeof behaviourSchema>;

/** Behaviour of one request, drawn already where it is random. */
export type Treatment = Exclude<Behaviour, { kind: "fail-at-random" }>;

/** A behaviour, or a program that decides on each notification by what it holds. */
export type BehaviourChoice = Behaviour | ((notification: ReceivedNotification) => Treatment);

/** What holds now. */
export interface BehaviourState {
  /** null: a program decides on each notification. */
  readonly behaviour: Behaviour | null;
  /** How many more requests it holds for; null: until it is replaced. */
  readonly requestsLeft: number | null;
}

/** The behaviour for all requests, and on top of it, for a while, one for the next few. */
export interface BehaviourPlan {
  /** Holds from the next request on; with a number for that many requests, then again what held for all before. */
  set(choice: BehaviourChoice, requests?: number): void;
  /** Decides on one request and counts it. */
  next(notification: ReceivedNotification): Treatment;
  state(): BehaviourState;
}

/** Begins with accepting everything that is in order. */
export function createBehaviourPlan(): BehaviourPlan {
  let standing = createRule({ kind: "accept" });
  let passing: { rule: Rule; requestsLeft: number } | null = null;
  return {
    set: (choice, requests) => {
      const rule = createRule(choice);
      passing = requests === undefined ? null : { rule, requestsLeft: requests };
      if (requests === undefined) standing = rule;
    },
    next: (notification) => {
      if (passing === null) return standing.decide(notification);
      const { rule } = passing;
      passing.requestsLeft -= 1;
      if (passing.requestsLeft === 0) passing = null;
      return rule.decide(notification);
    },
    state: () => ({
      behaviour: (passing?.rule ?? standing).behaviour,
      requestsLeft: passing?.requestsLeft ?? null,
    }),
  };
}

interface Rule {
  readonly behaviour: Behaviour | null;
  decide(notification: ReceivedNotification): Treatment;
}

function createRule(choice: BehaviourChoice): Rule {
  if (typeof choice === "function") return { behaviour: null, decide: choice };
  if (choice.kind !== "fail-at-random") return { behaviour: choice, decide: () => choice };
  const random = createRandom(choice.seed);
  return {
    behaviour: choice,
    decide: () =>
      random() < choice.share ? { kind: "answer", status: choice.status } : { kind: "accept" },
  };
}

/** Mulberry32: numbers from 0 to below 1, the same ones for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
