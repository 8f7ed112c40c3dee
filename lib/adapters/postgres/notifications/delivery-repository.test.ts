import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeDeliveryRepository } from "@/lib/notifications/testing/delivery-repository.contract";
import { describeDeliveryRecovery } from "@/lib/notifications/testing/delivery-repository-recovery.contract";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { deliveriesInPostgres } from "./deliveries-in-postgres.fixture";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const open = async () => deliveriesInPostgres((await openEmptyDatabase()).pool);

describeDeliveryRepository("deliveries in PostgreSQL", open);
describeDeliveryRecovery("recovery in PostgreSQL", open);
