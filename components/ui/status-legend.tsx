import { LIFECYCLE } from "@/lib/documents/rules/status";
import { STATUS_LEGEND_TITLE, STATUS_TEXTS } from "../texts/en/status-texts";
import { Disclosure } from "./disclosure";
import { StatusBadge } from "./status-badge";

/** All statuses with their meanings, for people who are new to them. */
export function StatusLegend() {
  return (
    <Disclosure summary={STATUS_LEGEND_TITLE} className="my-2">
      <dl className="grid gap-x-8 gap-y-3 rounded-tile border border-line bg-surface p-5 text-sm sm:grid-cols-2">
        {LIFECYCLE.statuses.map(({ status }) => (
          <div key={status} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <dt>
              <StatusBadge status={status} />
            </dt>
            <dd className="text-quiet">{STATUS_TEXTS[status].meaning}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
