import { expect, test } from "vitest";
import { DomainError } from "@/lib/kernel/rules/errors";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import type { Container } from "../container";
import { isSignedIn } from "./is-signed-in";

async function askWith(authenticateUser: () => Promise<unknown>) {
  const log = createInMemoryLogger();
  const { logger } = log;
  const container = { logger, authenticateUser: authenticateUser as Container["authenticateUser"] };
  return { isIn: await isSignedIn(container, new Headers()), lines: log.lines() };
}

test("a session counts as signed in, and a missing session is not logged", async () => {
  expect(await askWith(async () => ({}))).toEqual({ isIn: true, lines: [] });
  const none = new DomainError("sign-in-required", "Sign in.");
  expect(await askWith(() => Promise.reject(none))).toEqual({ isIn: false, lines: [] });
});

test("a session that could not be checked counts as signed out and is logged", async () => {
  const down = new DomainError("database-unavailable", "The database does not answer.");
  const { isIn, lines } = await askWith(() => Promise.reject(down));

  expect(isIn).toBe(false);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 50, err: { code: "database-unavailable" } });
});
