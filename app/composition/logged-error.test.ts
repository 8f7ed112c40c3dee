import pino from "pino";
import { expect, test } from "vitest";
import { prepareApi } from "@/app/testing/api.fixture";
import { loggedError } from "./logged-error";

const api = prepareApi();

test("an error of PostgreSQL is logged without the values of the row", async () => {
  const { pool } = api.container.database;
  const insert = `INSERT INTO app_user (id, email, name, role, created_at, password_changed_at)
    VALUES (gen_random_uuid(), 'ada@example.com', 'Ada', $1, now(), now())`;
  await pool.query(insert, ["reader"]);
  for (const [role, code] of [
    ["reader", "23505"],
    ["owner", "23514"],
  ]) {
    const error = await pool.query(insert, [role]).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ detail: expect.stringContaining("ada@example.com") });
    const logged = loggedError(error);
    expect(logged).toMatchObject({ code, message: expect.any(String), stack: expect.any(String) });
    expect(JSON.stringify(logged)).not.toContain("ada@example.com");
  }
});

test("an error of PostgreSQL inside an error of Prisma, or among several, is logged without the values of the row", async () => {
  const { prisma } = api.container.database;
  const user = {
    id: "019cbc00-0000-7000-8000-0000000000e1",
    email: "kim@example.com",
    name: "Kim",
    role: "owner",
    createdAt: new Date(),
    passwordChangedAt: new Date(),
  };
  const error = await prisma.user.create({ data: user }).catch((reason: unknown) => reason);
  expect(JSON.stringify(pino.stdSerializers.err(error as Error))).toContain("(");
  const quoting = Object.assign(new Error("no"), {
    detail: "Failing row contains (kim@example.com)",
  });
  for (const each of [error, new AggregateError([quoting], "both failed")]) {
    const logged = JSON.stringify(loggedError(each));
    expect(logged).toContain("stack");
    expect(logged).not.toContain("Failing row contains");
  }
});
