import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import type { Behaviour } from "@/embedded/receiver/behaviours";
import type { ReceivedNotification } from "@/embedded/receiver/received-notification";
import { startTestReceiver, type TestReceiver } from "@/embedded/receiver/test-receiver.fixture";
import { errorMessage } from "@/lib/kernel/rules/errors";
import type { Arrival } from "./find-faults";

/** A receiver in this process that verifies every request with the `standardwebhooks` package. */
export interface WitnessReceiver extends TestReceiver {
  /** The settings that a product needs to reach the receiver and to trust its certificate. */
  readonly settings: Readonly<Record<string, string>>;
  /** Sets how requests are handled from now on; at first, all are accepted. */
  treat(decide: (notification: ReceivedNotification) => Behaviour): void;
  /** Returns all requests so far, in order. */
  arrivals(): Arrival[];
}

const SECRET_BYTES = 32;
const SECRET_BYTE = 0x5d;
/** These delays are short enough that nobody has to wait, and long enough in total that no notification is abandoned. */
const RETRY_SECONDS = "1,2,4,8,16,32,64,128,256";

/** Starts a receiver, and saves the certificate of its authority in the folder, where products read it. */
export async function startWitnessReceiver(directory: string): Promise<WitnessReceiver> {
  const secret = `whsec_${Buffer.alloc(SECRET_BYTES, SECRET_BYTE).toString("base64")}`;
  const webhook = new Webhook(secret);
  const receiver = await startTestReceiver({ secrets: [secret] });
  const authorityFile = join(directory, "receiver-authority.pem");
  await writeFile(authorityFile, receiver.certificateAuthority);
  const reasons = new Map<number, string>();
  let decide: (notification: ReceivedNotification) => Behaviour = () => ({ kind: "accept" });
  // Each request is verified on arrival, because a signature is only valid for five minutes.
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

/** Returns why an independent implementation rejects the signature; null if it is valid. */
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
