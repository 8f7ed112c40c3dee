import type { TestProject } from "vitest/node";
import { startThrowawayPostgres, type ThrowawayPostgres } from "./throwaway-postgres";

let postgres: ThrowawayPostgres | undefined;

/** Starts a PostgreSQL for the tests of the packages, which expect its address in `DATABASE_URL`. */
export async function setup(project: TestProject): Promise<void> {
  postgres = await startThrowawayPostgres();
  project.config.env = { ...project.config.env, DATABASE_URL: postgres.url };
}

/** Stops the server and removes its folder. */
export async function teardown(): Promise<void> {
  await postgres?.stop();
}
