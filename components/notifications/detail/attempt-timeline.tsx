import type { NamedNotification } from "@/lib/http/notifications/cockpit-schemas";
import { NOTIFICATION_TEXTS } from "../../texts/en/delivery-texts";
import { Countdown } from "../log/countdown";
import { AttemptEntry } from "./attempt-entry";

/** All attempts, newest first, below the next planned one. */
export function AttemptTimeline({
  notification: { attempts, deliveries, nextAttemptAt },
}: {
  readonly notification: NamedNotification;
}) {
  const older = attempts - deliveries.length;
  const numbered = deliveries
    .map((delivery, index) => ({ number: older + index + 1, delivery }))
    .reverse();
  return (
    <>
      {deliveries.length === 0 && <p className="text-quiet">{NOTIFICATION_TEXTS.noAttempts}</p>}
      <ol className="relative flex flex-col gap-7">
        {nextAttemptAt && (
          <li className="relative pl-8 text-quiet">
            <span
              aria-hidden
              className="absolute top-1.5 left-1 size-3 rounded-full border-2 border-edge border-dashed"
            />
            {NOTIFICATION_TEXTS.nextAttempt} <Countdown at={nextAttemptAt} />
          </li>
        )}
        {numbered.map(({ number, delivery }) => (
          <AttemptEntry key={number} number={number} delivery={delivery} />
        ))}
      </ol>
      {older > 0 && (
        <p className="mt-5 text-sm text-quiet">{NOTIFICATION_TEXTS.olderAttempts(older)}</p>
      )}
    </>
  );
}
