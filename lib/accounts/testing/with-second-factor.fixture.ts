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
  const made = await aUserWithSession(ports);
  const { secret } = await beginSecondFactor(made.ports, made.user);
  const code = made.ports.oneTimeCodes.codeAt(secret, made.ports.clock.now());
  const { actor, sessionId } = made;
  const proof = { actor, sessionId, currentPassword: PASSWORD, code };
  const recoveryCodes = await confirmSecondFactor(made.ports, proof);
  made.ports.secondFactors.takeNotes();
  const nextCode = () => {
    made.ports.clock.advanceSeconds(STEP_SECONDS);
    return made.ports.oneTimeCodes.codeAt(secret, made.ports.clock.now());
  };
  return { ...made, secret, usedCode: code, recoveryCodes, nextCode };
}
