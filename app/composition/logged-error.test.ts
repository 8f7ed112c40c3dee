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
