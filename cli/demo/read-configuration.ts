import { showWebhookSecrets } from "@/lib/notifications/use-cases/webhook-secrets";
import { withContainer } from "../command/with-container";

/** Returns the current signing secrets, newest first. */
export async function readSigningSecrets(): Promise<readonly string[]> {
  const { secret, previous } = await withContainer(({ ports }) => showWebhookSecrets(ports));
  return [secret, previous?.secret].filter((text) => typeof text === "string");
}

/** Returns which processor reads the documents in this Stagedoor. */
export const readProcessorChoice = () => withContainer(({ ports }) => ports.processing.choice());
