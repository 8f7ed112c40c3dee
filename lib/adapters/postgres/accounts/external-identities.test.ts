import { describeExternalIdentitiesContract } from "@/lib/accounts/testing/external-identities.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createExternalIdentities } from "./external-identities";
import { createPasswordLinks } from "./password-links";
import { createUserRepository } from "./user-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

const LINKED = `
SELECT subject FROM audit_entry WHERE action = 'identity-linked' ORDER BY id`;

describeExternalIdentitiesContract(
  "users' identities at sign-in providers in PostgreSQL",
  async () => {
    const database = await openEmptyDatabase();
    return {
      users: createUserRepository(database),
      passwordLinks: createPasswordLinks(database.pool),
      externalIdentities: createExternalIdentities(database),
      linkedSubjects: async () => {
        const { rows } = await database.pool.query<{ subject: string }>(LINKED);
        return rows.map(({ subject }) => subject);
      },
    };
  },
);
