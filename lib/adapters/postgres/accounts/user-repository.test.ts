import { describeUserRepositoryContract } from "@/lib/accounts/testing/user-repository.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createUserRepository } from "./user-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeUserRepositoryContract("administrators in PostgreSQL", async () =>
  createUserRepository(await openEmptyDatabase()),
);
