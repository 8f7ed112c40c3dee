import { expect, test } from "vitest";
import { createInMemoryActorNames } from "../testing/in-memory-actor-names";
import { nameActors } from "./audit-log";

const ADA = "019cbc00-0000-7000-8000-0000000000dd";
const WAREHOUSE = "019cbc00-0000-7000-8000-0000000000ee";
const GONE = "019cbc00-0000-7000-8000-0000000000ff";

const actorNames = createInMemoryActorNames({ [ADA]: "Ada", [WAREHOUSE]: "warehouse" });

test("users and keys get their names, whatever their role was at the time; parts of Stagedoor and unknown actors get none", async () => {
  const actors = [
    `administrator:${ADA}`,
    `reviewer:${ADA.toUpperCase()}`,
    `api-key:${WAREHOUSE}`,
    `api-key:${GONE}`,
    "sweeper",
    "command",
    "",
    "api-key:not-an-id",
  ];
  const named = await nameActors({ actorNames }, actors);
  expect([...named.values()].map(({ name }) => name)).toEqual([
    "Ada",
    "Ada",
    "warehouse",
    null,
    null,
    null,
    null,
    null,
  ]);
  expect([...named.keys()]).toEqual(actors);
  expect(named.get(`api-key:${WAREHOUSE}`)).toEqual({ actor: actors[2], name: "warehouse" });
});

test("each actor is looked up once, and parts of Stagedoor are not looked up", async () => {
  const lookups: (readonly string[])[] = [];
  const counting = {
    namesOf: async (ids: readonly string[]) => {
      lookups.push(ids);
      return new Map<string, string>();
    },
  };
  await nameActors({ actorNames: counting }, ["sweeper", "watchdog"]);
  expect(lookups).toEqual([]);
  await nameActors({ actorNames: counting }, Array(3).fill(`reader:${ADA}`));
  expect(lookups).toEqual([[ADA]]);
});
