import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { Clock, Randomness } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import { assertInput } from "@/lib/kernel/rules/assert-input";
import type { BuiltInReceiver } from "../../ports/built-in-receiver";
import type { DeliveryRuns } from "../../ports/delivery-runs";
import type {
  WebhookConfigurationRepository,
  WebhookPolicy,
} from "../../ports/webhook-configuration";
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from "../../rules/webhook-secret";
import { webhookUrlProblem } from "../../rules/webhook-url";
import { requestDeliveryRuns } from "../delivery/request-delivery-runs";
import { type ReceiverOutcome, sendSecretsToReceiver } from "./send-secrets-to-receiver";

type SetPorts = {
  webhookConfiguration: WebhookConfigurationRepository;
  webhookPolicy: WebhookPolicy;
  builtInReceiver: BuiltInReceiver | null;
  deliveryRuns: DeliveryRuns;
  secretBox: SecretBox;
  randomness: Randomness;
  clock: Clock;
};

/**
 * Sets the webhook URL. It applies to the next change, and pending notifications are sent there immediately. The first
 * call also creates the signing secret, which is never shown; a rotation shows a new one (decision 0018). The built-in
 * receiver gets that first secret, and the valid secrets whenever notifications will go there. Idempotent.
 * @param input.url stored exactly as entered
 * @throws DomainError `validation-failed` if `webhookUrlProblem` rejects the URL
 */
export async function setWebhookUrl(
  ports: SetPorts,
  input: { url: string; author: Author },
): Promise<{ url: string; receiver: ReceiverOutcome }> {
  assertAcceptable(ports, input.url);
  const { secret: secretBefore } = await ports.webhookConfiguration.find();
  const secret = formatWebhookSecret(ports.randomness.bytes(WEBHOOK_SECRET_BYTES));
  const at = ports.clock.now();
  const due = await ports.webhookConfiguration.setUrl(
    input.url,
    { firstSecret: ports.secretBox.seal(secret), at },
    { at, author: input.author, action: "webhook-url-changed", subject: "webhook" },
  );
  // The receiver gets the secrets before anything is sent, because otherwise it would reject the first signature.
  const isToBeTold = secretBefore === null || isOfReceiver(ports, input.url);
  const receiver = isToBeTold ? await sendSecretsToReceiver(ports) : { isTold: null };
  await requestDeliveryRuns(ports, due);
  return { url: input.url, receiver };
}

function assertAcceptable({ webhookPolicy }: { webhookPolicy: WebhookPolicy }, url: string): void {
  const { allowedNetworks, builtInOrigin } = webhookPolicy;
  assertInput({ "#/url": webhookUrlProblem(url, allowedNetworks, builtInOrigin) });
}

/** Callers with a different URL do not have to wait for a receiver that hangs. */
const isOfReceiver = (
  { builtInReceiver }: { builtInReceiver: BuiltInReceiver | null },
  url: string,
) => builtInReceiver?.origin === new URL(url).origin;
