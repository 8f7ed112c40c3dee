import type { Ports } from "../ports";
import { showWebhookSecrets } from "./show-webhook-secrets";

type TellPorts = Pick<Ports, "builtInReceiver" | "webhookConfiguration" | "secretBox" | "clock">;

/**
 * Tells the built-in receiver every secret that is valid now, so that it accepts the next notification. Never rejects:
 * what made a secret is done, and the next start of Stagedoor tells it, too. Several at once leave it with the last ones.
 * @returns whether it knows them; null: there is none
 */
export async function tellBuiltInReceiver(ports: TellPorts): Promise<boolean | null> {
  const { builtInReceiver } = ports;
  if (!builtInReceiver) return null;
  try {
    let told: readonly string[];
    let valid = await validSecrets(ports);
    do {
      told = valid;
      await builtInReceiver.verifyWith(told);
      // A rotation meanwhile may have told it before us, and would be undone.
      valid = await validSecrets(ports);
    } while (valid.join() !== told.join());
    return true;
  } catch {
    // A secret that was just made must reach the person who is shown it, whatever is wrong here.
    return false;
  }
}

/** Newest first. */
async function validSecrets(ports: TellPorts): Promise<readonly string[]> {
  const { secret, previous } = await showWebhookSecrets(ports);
  return [secret, previous?.secret].filter((text) => typeof text === "string");
}
