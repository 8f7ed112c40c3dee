import { z } from "zod";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { networkOf } from "@/lib/kernel/rules/net/network-address";
import {
  DEFAULT_RETRY_SCHEDULE,
  type RetrySchedule,
  retryScheduleOf,
} from "@/lib/notifications/rules/retry-schedule";
import { webhookSecretProblem } from "@/lib/notifications/rules/webhook-secret";
import { wholeNumber } from "./fields";

/** The settings for notifications. */
export interface WebhookSettings {
  /** The signing secret, applied each time Stagedoor starts; null if one is generated the first time. */
  readonly signingSecret: string | null;
  readonly retrySchedule: RetrySchedule;
  /** The non-public networks in CIDR form to which notifications may be sent. */
  readonly allowedNetworks: readonly string[];
  /** A PEM file of certificate authorities to trust in addition to the public ones. */
  readonly extraCaFile: string | null;
}

/** Parses comma-separated text with a domain function, and reports the message of an error that it throws. */
const listOf = <Value>(read: (parts: readonly string[]) => Value) =>
  z.string().transform((text, context) => {
    try {
      return read(text.split(",").map((part) => part.trim()));
    } catch (error) {
      context.addIssue(errorMessage(error));
      return z.NEVER;
    }
  });

/** The maximum time until the last attempt of a notification, during which its rows and runs are kept. */
const SERIES_SECONDS_MAX = 7 * 24 * 60 * 60;

const retrySeconds = listOf((parts) => {
  const schedule = retryScheduleOf(parts.map((part) => (/^\d+$/.test(part) ? Number(part) : 0)));
  if (schedule.endsAfterSeconds <= SERIES_SECONDS_MAX) return schedule;
  throw new Error("must add up to at most 7 days until the last attempt");
});

const networks = listOf((parts) => {
  for (const part of parts) assertNetwork(part);
  return parts;
});

function assertNetwork(text: string): void {
  try {
    networkOf(text);
  } catch (cause) {
    throw new Error("must be networks such as 10.0.0.0/8 or fd00::/8, separated by commas", {
      cause,
    });
  }
}

/** The settings for notifications and for the built-in receiver. */
export const webhookFields = z.object({
  WEBHOOK_SIGNING_SECRET: z
    .string()
    .refine(
      (text) => webhookSecretProblem(text) === null,
      "must be whsec_ followed by the base64 of 24 to 64 bytes, as created by `npm run webhook-secret -- rotate`",
    )
    .optional(),
  WEBHOOK_RETRY_SECONDS: retrySeconds.optional(),
  WEBHOOK_ALLOWED_NETWORKS: networks.optional(),
  WEBHOOK_EXTRA_CA_FILE: z.string().optional(),
  STAGEDOOR_RECEIVER: z.enum(["on", "off"], "must be on or off").default("on"),
  RECEIVER_PORT: wholeNumber(1024, 65_535, 3003),
});

type WebhookFields = z.infer<typeof webhookFields>;

/** Returns the settings with defaults filled in. */
export const readWebhook = (raw: WebhookFields): WebhookSettings => ({
  signingSecret: raw.WEBHOOK_SIGNING_SECRET ?? null,
  retrySchedule: raw.WEBHOOK_RETRY_SECONDS ?? DEFAULT_RETRY_SCHEDULE,
  allowedNetworks: raw.WEBHOOK_ALLOWED_NETWORKS ?? [],
  extraCaFile: raw.WEBHOOK_EXTRA_CA_FILE ?? null,
});
