import { clsx } from "clsx";
import type { CockpitNotificationDetail } from "@/lib/http/notifications/cockpit-schemas";
import { ATTEMPT_TEXTS } from "../../texts/en/delivery-texts";
import { formatMs, type Phase, phasesOf } from "../log/attempt-words";

const COLOURS: Readonly<Record<Phase["name"], string>> = {
  dns: "bg-note",
  connect: "bg-go",
  tls: "bg-wait",
  firstByte: "bg-curtain",
  rest: "bg-edge",
};

/** Shows how long each phase of an attempt took, as a bar with words and figures below it. */
export function PhaseBar({
  phasesMs,
}: {
  readonly phasesMs: CockpitNotificationDetail["deliveries"][number]["phasesMs"];
}) {
  const phases = phasesOf(phasesMs);
  return (
    <div>
      <p className="mb-2 font-medium">{ATTEMPT_TEXTS.timing}</p>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken">
        {phases.map(({ name, share }) => (
          <span key={name} className={COLOURS[name]} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      <dl className="mt-2 grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 text-xs sm:max-w-md">
        {phases.map(({ name, ms }) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex items-center gap-2">
              <span aria-hidden className={clsx("size-2 rounded-full", COLOURS[name])} />
              {ATTEMPT_TEXTS.phases[name]}
            </dt>
            <dd className={clsx("text-right tabular-nums", ms === null && "text-quiet")}>
              {ms === null ? ATTEMPT_TEXTS.notReached : formatMs(ms)}
            </dd>
          </div>
        ))}
        <div className="col-span-2 grid grid-cols-subgrid font-medium">
          <dt className="pl-4">{ATTEMPT_TEXTS.total}</dt>
          <dd className="text-right tabular-nums">{formatMs(phasesMs.total)}</dd>
        </div>
      </dl>
    </div>
  );
}
