import { describeDeliveryRepositoryContract } from "@/lib/notifications/testing/delivery-repository.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { deliveriesInPostgres } from "./deliveries-in-postgres.fixture";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const open = async () => deliveriesInPostgres((await openEmptyDatabase()).pool);

describeDeliveryRepositoryContract("deliveries in PostgreSQL", open);
