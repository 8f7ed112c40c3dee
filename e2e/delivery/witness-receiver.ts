import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import type { Behaviour } from "@/embedded/receiver/behaviours";
import type { ReceivedNotification } from "@/embedded/receiver/received-notification";
import { startTestReceiver, type TestReceiver } from "@/embedded/receiver/test-receiver.fixture";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import type { Arrival } from "./find-faults";

/** A receiver in this process that holds every request against the `standardwebhooks` package. */
export interface WitnessReceiver extends TestReceiver {
  /** The settings of a product that is to reach it and to be believed. */
  readonly settings: Readonly<Record<string, string>>;
  /** How requests are treated from now on; at the beginning each is accepted. */
  treat(decide: (notification: ReceivedNotification) => Behaviour): void;
  /** All requests so far, in their order. */
  arrivals(): Arrival[];
}

const SECRET_BYTES = 32;
const SECRET_BYTE = 0x5d;
/** Short, so that nobody waits, and so long together that nothing is given up. */
const RETRY_SECONDS = "1,2,4,8,16,32,64,128,256";

/** Starts one; its authority's certificate is kept in the folder, where products read it. */
export async function startWitnessReceiver(folder: string): Promise<WitnessReceiver> {
  const secret = `whsec_${Buffer.alloc(SECRET_BYTES, SECRET_BYTE).toString("base64")}`;
  const webhook = new Webhook(secret);
  const receiver = await startTestReceiver({ secrets: [secret] });
  const authorityFile = join(folder, "receiver-authority.pem");
  await writeFile(authorityFile, receiver.certificateAuthority);
  const reasons = new Map<number, string>();
  let decide: (notification: ReceivedNotification) => Behaviour = () => ({ kind: "accept" });
  // Decided on arrival, because a signature is valid for only five minutes.
  receiver.setBehaviour((notification) => {
    const reason = whyNotVerified(webhook, notification);
    if (reason !== null) reasons.set(notification.number, reason);
    return decide(notification);
  });
  return {
    ...receiver,
    settings: {
      WEBHOOK_SIGNING_SECRET: secret,
      WEBHOOK_EXTRA_CA_FILE: authorityFile,
      WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
      WEBHOOK_RETRY_SECONDS: RETRY_SECONDS,
    },
    treat: (next) => {
      decide = next;
    },
    arrivals: () =>
      receiver.notifications().map(({ number, id, body, bodyEncoding, items, answered }) => ({
        webhookId: id ?? `request ${number} without an id`,
        body: Buffer.from(body, bodyEncoding),
        items: items ?? [],
        isAccepted: answered === 200,
        whyNotVerified: items === null ? "it is no notification" : (reasons.get(number) ?? null),
      })),
  };
}

/** What somebody else's implementation says; null: it verifies. */
function whyNotVerified(
  webhook: Webhook,
  { body, bodyEncoding, headers }: ReceivedNotification,
): string | null {
  try {
    webhook.verify(Buffer.from(body, bodyEncoding), { ...headers });
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}
