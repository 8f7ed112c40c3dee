import { describeRelayRepositoryContract } from "@/lib/notifications/testing/relay-repository.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { deliveriesInPostgres } from "./deliveries-in-postgres.fixture";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeRelayRepositoryContract("the relay in PostgreSQL", async () =>
  deliveriesInPostgres((await openEmptyDatabase()).pool),
);
