import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { deliveriesInPostgres } from "@/lib/testing/deliveries-in-postgres";
import { prepareDatabase } from "@/lib/testing/prepare-database";
import { describeRelayRepository } from "@/lib/testing/relay-repository.contract";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeRelayRepository("the relay in PostgreSQL", async () =>
  deliveriesInPostgres((await openEmptyDatabase()).pool),
);
