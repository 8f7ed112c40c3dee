import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { prepareDatabase } from "@/lib/testing/prepare-database";
import { describeUserRepository } from "@/lib/testing/user-repository.contract";
import { createUserRepository } from "./user-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeUserRepository("administrators in PostgreSQL", async () =>
  createUserRepository(await openEmptyDatabase()),
);
