import { describe, expect, test } from "vitest";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { createUser } from "./new-users";
import { deactivateUser } from "./users";

const EMAIL = "ada@example.com";

async function arrange() {
  const ports = makeAccountPorts();
  await createUser(ports, { email: EMAIL, name: "Ada", role: "administrator", password: null });
  return ports;
}

const FORCED = { manager: "command", isForced: true } as const;
const EVE = { email: "eve@example.com", name: "Eve", role: "administrator" } as const;

describe("deactivating a user", () => {
  test("returns how many users can still sign in, even zero if an operator forces it", async () => {
    const ports = await arrange();
    await createUser(ports, { ...EVE, password: null });
    expect(await deactivateUser(ports, { email: EMAIL }, { manager: "command" })).toMatchObject({
      user: { email: EMAIL, deactivatedAt: ports.clock.now() },
      activeUserCount: 1,
    });
    expect(await deactivateUser(ports, { email: EVE.email }, FORCED)).toMatchObject({
      activeUserCount: 0,
    });
  });

  test("keeps the time of the first deactivation if it is repeated", async () => {
    const ports = await arrange();
    const { user } = await deactivateUser(ports, { email: EMAIL }, FORCED);
    ports.clock.advanceSeconds(60);
    expect((await deactivateUser(ports, { email: EMAIL }, FORCED)).user).toEqual(user);
  });

  test("rejects the last active administrator, even from a command", async () => {
    const ports = await arrange();
    await createUser(ports, { ...EVE, role: "reviewer", password: null });
    const refused = deactivateUser(ports, { email: EMAIL }, { manager: "command" });
    await expect(refused).rejects.toMatchObject({ code: "last-administrator" });
    expect(await ports.users.countActive()).toBe(2);
  });

  test("rejects the caller's own account, even if there are other administrators", async () => {
    const ports = await arrange();
    const { user } = await createUser(ports, { ...EVE, password: null });
    const manager = { kind: "administrator", id: user.id, sessionId: null } as const;
    await expect(deactivateUser(ports, { userId: user.id }, { manager })).rejects.toMatchObject({
      code: "own-account",
    });
    const other = { kind: "administrator", id: ports.ids.uuid(), sessionId: null } as const;
    await deactivateUser(ports, { userId: user.id }, { manager: other });
    expect(ports.auditNotes.at(-1)).toEqual({
      at: ports.clock.now(),
      author: { actor: `administrator:${other.id}` },
      action: "user-deactivated",
      subject: `user:${user.id}`,
    });
  });

  test("reports an unknown user", async () => {
    const ports = await arrange();
    const nobody = deactivateUser(ports, { email: "eve@example.com" }, FORCED);
    await expect(nobody).rejects.toMatchObject({
      errors: [{ pointer: "#/email", detail: "does not belong to a user" }],
    });
    const gone = deactivateUser(ports, { userId: ports.ids.uuid() }, FORCED);
    await expect(gone).rejects.toMatchObject({ code: "user-not-found" });
  });
});
