import type { PasswordLinks } from "@/lib/accounts/ports/password-links";
import type { PasswordHasher } from "@/lib/accounts/ports/users";
import { setPasswordByLink } from "@/lib/accounts/use-cases/passwords/set-password-by-link";
import type { Clock } from "@/lib/kernel/ports/system";
import type { Endpoint, RequestPorts } from "../core/endpoint";
import { authorAddress } from "../core/requests/client-address";
import { readJsonBody } from "../core/requests/read-json-body";
import { assertSameSite } from "../core/user-endpoint";
import { choosePasswordBody } from "./user-schemas";

type ChoosePorts = RequestPorts & {
  readonly passwordLinks: PasswordLinks;
  readonly passwordHasher: PasswordHasher;
  readonly clock: Clock;
};

/**
 * Sets a password with the token of a link, without a session. The token is in the body, because paths appear in logs.
 * Calls are limited by address like all others, and a token of 256 bits cannot be guessed.
 */
export const choosePasswordEndpoint: Endpoint<ChoosePorts, Record<never, string>> = async (
  { ports, publicUrl, timers, clientAddress },
  { request, requestId },
) => {
  assertSameSite(request, publicUrl);
  const body = await readJsonBody(request, choosePasswordBody, timers);
  const call = { requestId, ...authorAddress(clientAddress(request.headers)) };
  await setPasswordByLink(ports, { ...body, call });
  return { status: 204 };
};
