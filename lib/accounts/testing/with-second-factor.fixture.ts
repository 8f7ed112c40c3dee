import type { Person } from "@/lib/kernel/rules/actor";
import { createUser } from "../use-cases/new-users";
import { beginSecondFactor, confirmSecondFactor } from "../use-cases/own-second-factor";
import { startSession } from "../use-cases/sign-in";
import { type InMemoryAccountPorts, makeAccountPorts } from "./in-memory-account-ports";

/** The password of the user that `aUserWithSession` creates. */
export const PASSWORD = "correct horse battery";
const STEP_SECONDS = 30;

/** Creates a user with a password and a session. */
export async function aUserWithSession(ports: InMemoryAccountPorts = makeAccountPorts()) {
  const person = { email: "ada@example.com", name: "Ada", role: "administrator" } as const;
  const { user } = await createUser(ports, { ...person, password: PASSWORD });
  const browser = { address: null, userAgent: null };
  const start = { user, method: "password", secondFactorAt: null, ...browser } as const;
  const sessionId = (await startSession(ports, start)) ?? "";
  const actor: Person = {
    kind: "administrator",
    id: user.id,
    sessionId,
  };
  return { ports, user, sessionId, actor };
}

/**
 * Does the same as `aUserWithSession` and adds a second factor; `nextCode` returns the code for a step that has not been
 * used.
 */
export async function aUserWithSecondFactor(ports?: InMemoryAccountPorts) {
  const signedIn = await aUserWithSession(ports);
  const { secret } = await beginSecondFactor(signedIn.ports, signedIn.user);
  const code = signedIn.ports.oneTimeCodes.codeAt(secret, signedIn.ports.clock.now());
  const { actor, sessionId } = signedIn;
  const proof = { actor, sessionId, currentPassword: PASSWORD, code };
  const recoveryCodes = await confirmSecondFactor(signedIn.ports, proof);
  signedIn.ports.secondFactors.takeNotes();
  const nextCode = () => {
    signedIn.ports.clock.advanceSeconds(STEP_SECONDS);
    return signedIn.ports.oneTimeCodes.codeAt(secret, signedIn.ports.clock.now());
  };
  return { ...signedIn, secret, usedCode: code, recoveryCodes, nextCode };
}
