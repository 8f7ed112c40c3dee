import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { deliveriesInPostgres } from "@/lib/testing/deliveries-in-postgres";
import { describeDeliveryRecovery } from "@/lib/testing/delivery-recovery.contract";
import { describeDeliveryRepository } from "@/lib/testing/delivery-repository.contract";
import { prepareDatabase } from "@/lib/testing/prepare-database";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const open = async () => deliveriesInPostgres((await openEmptyDatabase()).pool);

describeDeliveryRepository("deliveries in PostgreSQL", open);
describeDeliveryRecovery("recovery in PostgreSQL", open);
