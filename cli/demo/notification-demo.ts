import type { CheckingClient } from "../external-system/checking-client";
import type { DeliveryLog } from "../external-system/delivery-log";
import type { ReceiverControl } from "../receiver-control/receiver-control";
import type { Arrivals } from "./arrivals";
import type { Demo } from "./upload-samples";

/** A demo, and the additional parts that its acts about notifications need. */
export interface NotificationDemo extends Demo {
  readonly client: CheckingClient;
  readonly log: DeliveryLog;
  readonly control: ReceiverControl;
  readonly arrivals: Arrivals;
}
