import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeUserRepositoryContract } from "@/lib/accounts/testing/user-repository.contract";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createUserRepository } from "./user-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeUserRepositoryContract("administrators in PostgreSQL", async () =>
  createUserRepository(await openEmptyDatabase()),
);
