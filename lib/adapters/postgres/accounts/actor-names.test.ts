import { expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createActorNames } from "./actor-names";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

const ADA = "019cbc00-0000-7000-8000-0000000000dd";
const WAREHOUSE = "019cbc00-0000-7000-8000-0000000000ee";
const GONE = "019cbc00-0000-7000-8000-0000000000ff";
const NOON = "2026-03-01T12:00:00Z";

test("users and keys have names, even if they are deactivated or revoked; other ids have none", async () => {
  const { pool } = await openEmptyDatabase();
  const actorNames = createActorNames(pool);
  expect(await actorNames.namesOf([ADA])).toEqual(new Map());
  await pool.query(
    `INSERT INTO app_user (id, email, name, created_at, password_changed_at, deactivated_at)
     VALUES ($1, 'ada@example.com', 'Ada', $2, $2, $2)`,
    [ADA, NOON],
  );
  await pool.query(
    `INSERT INTO api_key (id, name, hash, prefix, scopes, created_at, revoked_at)
     VALUES ($1, 'warehouse', '\\x07', 'sd_abcde', '{}', $2, $2)`,
    [WAREHOUSE, NOON],
  );
  const names = await actorNames.namesOf([ADA, WAREHOUSE, GONE]);
  expect(Object.fromEntries(names)).toEqual({ [ADA]: "Ada", [WAREHOUSE]: "warehouse" });
});
