import { describeSavedViewsContract } from "@/lib/documents/testing/saved-views.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createSavedViews } from "./saved-views";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeSavedViewsContract("views in PostgreSQL", async () =>
  createSavedViews((await openEmptyDatabase()).pool),
);
