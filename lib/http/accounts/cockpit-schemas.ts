import { z } from "zod";
import type { OpenSession, PasswordLinks } from "@/lib/accounts/access-ports";
import type { PasswordHasher } from "@/lib/accounts/ports";
import { readDevice, SIGN_IN_METHODS } from "@/lib/accounts/rules/session";
import type { OwnSecondFactorState } from "@/lib/accounts/use-cases/own-second-factor";
import { setPasswordByLink } from "@/lib/accounts/use-cases/passwords";
import type { Clock } from "@/lib/kernel/ports";
import type { Endpoint, RequestPorts } from "../core/endpoint";
import { authorAddress } from "../core/requests/client-address";
import { readJsonBody } from "../core/requests/read-json-body";
import { time } from "../core/schemas";
import { assertSameSite } from "../core/user-endpoint";
import { choosePasswordBody } from "./user-schemas";

/** The body for changing your own password. The domain checks the new password. */
export const changePasswordBody = z.strictObject({
  currentPassword: z.string(),
  newPassword: z.string(),
});

/** One of the user's own sessions. */
export const ownSession = z.strictObject({
  id: z.uuid(),
  /** Whether this is the current session. */
  isThis: z.boolean(),
  /** The browser's name; null if unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The address of the session's last request; null if unknown. */
  address: z.string().nullable(),
  method: z.enum(SIGN_IN_METHODS),
  hasSecondFactor: z.boolean(),
  createdAt: time,
  /** The time of the session's latest request, updated at most once a minute. */
  lastSeenAt: time,
});
/** The type that `ownSession` validates. */
export type OwnSession = z.infer<typeof ownSession>;

/** The user's own sessions, starting with the current one. */
export const ownSessions = z.strictObject({ items: z.array(ownSession) });
/** The type that `ownSessions` validates. */
export type OwnSessions = z.infer<typeof ownSessions>;

/** The number of other sessions that were ended. */
export const endedSessions = z.strictObject({ endedCount: z.number().int() });
/** The type that `endedSessions` validates. */
export type EndedSessions = z.infer<typeof endedSessions>;
/** The proof that signed-in users must provide to change their second factor. */
export const secondFactorProof = z.strictObject({
  currentPassword: z.string(),
  /** A code from the authenticator app, or a recovery code. */
  code: z.string().max(100),
});

/** The data for setting up an authenticator app; `qrCode` is an SVG path. */
export const secondFactorSetUp = z.strictObject({
  secret: z.string(),
  qrCode: z.strictObject({ size: z.number(), path: z.string() }),
});

/** The data for setting up an authenticator app. */
export type SecondFactorSetUpAnswer = z.infer<typeof secondFactorSetUp>;

/** Recovery codes, shown only once. */
export const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

/** Recovery codes, shown only once. */
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodes>;

/** The user's own second factor; `confirmedAt` is null if there is none. */
export const ownSecondFactor = z.strictObject({
  confirmedAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  isRequired: z.boolean(),
  hasPassword: z.boolean(),
});

/** The user's own second factor. */
export type OwnSecondFactor = z.infer<typeof ownSecondFactor>;

/** Returns the user's own sessions: the current one first, then the others in the given order. */
export function renderOwnSessions(
  sessions: readonly OpenSession[],
  sessionId: string,
): OwnSessions {
  const items = sessions.map((session) => renderOwnSession(session, sessionId));
  return { items: items.sort((a, b) => Number(b.isThis) - Number(a.isThis)) };
}

function renderOwnSession(session: OpenSession, sessionId: string): OwnSession {
  const { id, address, method, userAgent, secondFactorAt, createdAt, lastSeenAt } = session;
  return {
    id,
    address,
    method,
    ...readDevice(userAgent),
    isThis: id === sessionId,
    hasSecondFactor: secondFactorAt !== null,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  };
}

/** Returns the user's own second factor for its page. */
export const renderOwnSecondFactor = (state: OwnSecondFactorState): OwnSecondFactor =>
  ownSecondFactor.parse({ ...state, confirmedAt: state.confirmedAt?.toISOString() ?? null });

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
