import { describeProcessingRunsContract } from "@/lib/processing/testing/processing-runs.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { runsInPostgres } from "./runs-in-postgres.fixture";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeProcessingRunsContract("runs in PostgreSQL", async () =>
  runsInPostgres(await openEmptyDatabase()),
);
