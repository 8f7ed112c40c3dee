import { Agent, request } from "undici";
import { z } from "zod";
import { parseJson } from "@/lib/client/parse-json";
import { readStart } from "@/lib/kernel/rules/read-start";
import { CommandError } from "../command/command-error";

/** Where a built-in receiver listens and how to control it. */
export interface ReceiverAccess {
  /** `https://127.0.0.1:<port>`. */
  readonly origin: string;
  readonly controlToken: string;
  /** In PEM format: the only certificate authority that the receiver's certificate may come from. */
  readonly certificateAuthority: string;
}

const arrival = z.object({
  number: z.int(),
  arrivedAtMs: z.number(),
  /** The webhook-id header. */
  id: z.string().nullable(),
  attempt: z.int().nullable(),
  /** null if the body was not a notification. */
  items: z
    .array(
      z.object({
        uuid: z.string(),
        currentStatus: z.int(),
        previousStatus: z.int().nullable(),
      }),
    )
    .nullable(),
  whyNotVerified: z.string().nullable(),
  /** Names in lower case. */
  headers: z.record(z.string(), z.string()),
  /** null if there was no response. */
  answered: z.int().nullable(),
  body: z.string(),
});

/** A request that the receiver received, with its response. */
export type Arrival = z.infer<typeof arrival>;

/** How the receiver should respond: with 200 to verified notifications, or with this status to everything. */
export type ReceiverBehaviour =
  | { kind: "accept" }
  | { kind: "answer"; status: number; retryAfterSeconds?: number };

/** Controls the built-in receiver from another process. Every call rejects with a CommandError that says what to do. */
export interface ReceiverControl {
  /** Lists up to 1,000 requests after this number, oldest first. To continue, pass the last number. */
  listArrivals(after: number): Promise<readonly Arrival[]>;
  /** The last call wins, however many are in progress. */
  behave(behaviour: ReceiverBehaviour): Promise<void>;
  /** Makes the receiver verify signatures with these secrets from now on. */
  verifyWith(secrets: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The limits for a call: a page of 1,000 requests with their bodies. What is longer is cut off and is then no JSON. */
const TIMEOUT_MS = 30_000;
const ANSWER_BYTES_MAX = 256 * 1024 ** 2;
const PAGE_ITEMS_MAX = 1_000;
const page = z.object({ items: z.array(arrival) });

/** Connects on the first call. It must be closed, or the process cannot exit. */
export function createReceiverControl(access: ReceiverAccess): ReceiverControl {
  const dispatcher = new Agent({
    connect: { ca: access.certificateAuthority },
  });
  const call = async (method: "GET" | "PUT", path: string, body?: unknown): Promise<unknown> => {
    const headers = { authorization: `Bearer ${access.controlToken}` };
    const text = body === undefined ? null : JSON.stringify(body);
    const url = `${access.origin}/_receiver/${path}`;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const sent = request(url, { method, headers, body: text, dispatcher, signal });
    const answer = await sent.catch((cause: unknown) => {
      throw new CommandError(notAnswering(access, cause), { cause });
    });
    const json = await readStart(answer.body, ANSWER_BYTES_MAX).then(parseJson, () => null);
    if (answer.statusCode === 200) return json;
    throw new CommandError(
      `The built-in receiver at ${access.origin} rejected the command (${answer.statusCode}). Restart Stagedoor.`,
    );
  };
  let behaved: Promise<void> = Promise.resolve();
  return {
    listArrivals: async (after) => {
      const path = `notifications?after=${after}&limit=${PAGE_ITEMS_MAX}`;
      return page.parse(await call("GET", path)).items;
    },
    behave: (behaviour) => {
      const behave = () => call("PUT", "behaviour", { behaviour });
      // Each call waits for the previous one to end. On separate connections, a later call could arrive before an earlier
      // one, and the earlier call would then win.
      const behaving = behaved.then(behave, behave).then(() => undefined);
      behaved = behaving.catch(() => undefined);
      return behaving;
    },
    verifyWith: async (secrets) => {
      await call("PUT", "secrets", { secrets });
    },
    close: () => dispatcher.close(),
  };
}

function notAnswering({ origin }: ReceiverAccess, cause: unknown): string {
  const reason = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return `The built-in receiver at ${origin} is not responding${reason}. Check logs/receiver.log in the data folder.`;
}
