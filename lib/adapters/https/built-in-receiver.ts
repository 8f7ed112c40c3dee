import { Agent, request } from "undici";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import type { BuiltInReceiver } from "@/lib/notifications/ports/built-in-receiver";

/** Where the built-in receiver listens, and what steers it. */
export interface BuiltInReceiverAccess {
  /** `https://127.0.0.1:<port>`. */
  readonly origin: string;
  /** PEM; the only certificate authority that may have issued its certificate. */
  readonly certificateAuthority: string;
  readonly controlToken: string;
}

/** What only tests replace. */
export interface BuiltInReceiverDependencies {
  /** For a whole call, connecting included. */
  readonly timeoutMs: number;
}

const TIMEOUT_MS = 3_000;

/** The built-in receiver through its control API. Each call has a connection of its own, so that nothing is left to close. */
export function createBuiltInReceiver(
  access: BuiltInReceiverAccess,
  { timeoutMs = TIMEOUT_MS }: Partial<BuiltInReceiverDependencies> = {},
): BuiltInReceiver {
  return {
    origin: access.origin,
    verifyWith: (secrets) => putSecrets(access, secrets, timeoutMs),
  };
}

async function putSecrets(
  { origin, certificateAuthority, controlToken }: BuiltInReceiverAccess,
  secrets: readonly string[],
  timeoutMs: number,
): Promise<void> {
  const dispatcher = new Agent({ connect: { ca: certificateAuthority } });
  // A signal would be looked at only once there is a connection; this ends connecting, too.
  const limit = setTimeout(() => {
    void dispatcher.destroy(new Error(`it did not answer within ${timeoutMs} ms`));
  }, timeoutMs);
  try {
    const { statusCode, body } = await request(`${origin}/_receiver/secrets`, {
      method: "PUT",
      headers: { authorization: `Bearer ${controlToken}` },
      body: JSON.stringify({ secrets }),
      dispatcher,
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`it answered ${statusCode}`);
  } catch (cause) {
    throw new Error(
      `the built-in receiver at ${origin} did not receive the secrets: ${errorMessage(cause)}`,
      {
        cause,
      },
    );
  } finally {
    clearTimeout(limit);
    await dispatcher.destroy();
  }
}
