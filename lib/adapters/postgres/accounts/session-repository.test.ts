import { describeSessionRepositoryContract } from "@/lib/accounts/testing/session-repository.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createSessionRepository } from "./session-repository";
import { createUserRepository } from "./user-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeSessionRepositoryContract("sessions in PostgreSQL", async () => {
  const database = await openEmptyDatabase();
  return {
    sessions: createSessionRepository(database.pool),
    users: createUserRepository(database),
    auditedSubjects: async () => {
      const { rows } = await database.pool.query<{ subject: string }>(
        "SELECT subject FROM audit_entry WHERE action = 'sessions-ended' ORDER BY id",
      );
      return rows.map(({ subject }) => subject);
    },
  };
});
