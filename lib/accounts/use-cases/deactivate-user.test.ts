import { describe, expect, test } from "vitest";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { createUser } from "./create-user";
import { deactivateUser } from "./deactivate-user";

const EMAIL = "ada@example.com";

async function arrange() {
  const ports = makeAccountPorts();
  await createUser(ports, { email: EMAIL, name: "Ada", role: "administrator", password: null });
  return ports;
}

describe("deactivating a user", () => {
  test("says how many are left, down to none", async () => {
    const ports = await arrange();
    await createUser(ports, {
      email: "eve@example.com",
      name: "Eve",
      role: "administrator",
      password: null,
    });
    expect(await deactivateUser(ports, { email: EMAIL })).toMatchObject({
      user: { email: EMAIL, deactivatedAt: ports.clock.now() },
      activeUserCount: 1,
    });
    expect(await deactivateUser(ports, { email: "eve@example.com" })).toMatchObject({
      activeUserCount: 0,
    });
  });

  test("twice keeps the first time", async () => {
    const ports = await arrange();
    const { user } = await deactivateUser(ports, { email: EMAIL });
    ports.clock.advanceSeconds(60);
    expect((await deactivateUser(ports, { email: EMAIL })).user).toEqual(user);
  });

  test("who does not exist is named", async () => {
    const ports = await arrange();
    await expect(deactivateUser(ports, { email: "eve@example.com" })).rejects.toMatchObject({
      errors: [{ pointer: "#/email", detail: "belongs to no user" }],
    });
  });
});
