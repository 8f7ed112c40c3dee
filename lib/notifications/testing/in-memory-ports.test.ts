import { describeSecretBoxContract } from "@/lib/kernel/testing/secret-box.contract";
import { describeDeliveryRepositoryContract } from "./delivery-repository.contract";
import { describeDeliveryStatisticsContract } from "./delivery-statistics.contract";
import { makeNotificationPorts } from "./in-memory-notification-ports";
import { describeRelayRepositoryContract } from "./relay-repository.contract";
import { describeWebhookConfigurationRepositoryContract } from "./webhook-configuration-repository.contract";

const open = async () => makeNotificationPorts();

describeRelayRepositoryContract("the relay in memory", open);

describeDeliveryRepositoryContract("deliveries in memory", open);

describeDeliveryStatisticsContract("delivery statistics in memory", open);

describeSecretBoxContract("a box that does not encrypt", () => makeNotificationPorts().secretBox);

describeWebhookConfigurationRepositoryContract(
  "the in-memory webhook configuration",
  async () => makeNotificationPorts().webhookConfiguration,
);
