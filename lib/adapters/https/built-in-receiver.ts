import { Agent, request } from "undici";
import { errorMessage } from "@/lib/kernel/rules/errors";
import type { BuiltInReceiver } from "@/lib/notifications/ports";

/** The origin, certificate authority and token of the built-in receiver. */
export interface BuiltInReceiverAccess {
  /** `https://127.0.0.1:<port>`. */
  readonly origin: string;
  /** The only certificate authority that may have issued the receiver's certificate, as PEM. */
  readonly certificateAuthority: string;
  readonly controlToken: string;
}

/** Dependencies that are replaced only in tests. */
export interface BuiltInReceiverDependencies {
  /** The timeout for a whole call, including connecting. */
  readonly timeoutMs: number;
}

const TIMEOUT_MS = 3_000;

/**
 * Creates a client for the built-in receiver's control API. Each call opens its own connection, so there is nothing to
 * close.
 */
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
  // undici checks an abort signal only after connecting; destroying the dispatcher also aborts a pending connection.
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
