import { isStatus } from "@/lib/documents/rules/status";
import type { PageAction } from "@/lib/http/documents/document-page-schemas";
import { ACTION_TEXTS } from "../../../texts/en/document-page-texts";
import { STATUS_TEXTS } from "../../../texts/en/status-texts";
import { Disclosure } from "../../../ui/disclosure";

/** The actions that are currently unavailable, and why. */
export function OtherActions({ actions }: { readonly actions: readonly PageAction[] }) {
  const refused = actions.filter(({ refusal }) => refusal !== null);
  if (refused.length === 0) return null;
  return (
    <Disclosure summary={ACTION_TEXTS.notOffered} className="self-center open:basis-full">
      <ul className="flex flex-col gap-1 text-quiet text-sm">
        {refused.map((refusedAction) => (
          <li key={refusedAction.action}>
            <span className="font-medium text-ink">
              {`${ACTION_TEXTS.labels[refusedAction.action]}:`}
            </span>{" "}
            {whyNot(refusedAction)}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function whyNot({ action, refusal, statuses }: PageAction): string {
  if (refusal === null || refusal === "status") {
    const labels = statuses.flatMap((status) =>
      isStatus(status) ? [`“${STATUS_TEXTS[status].label}”`] : [],
    );
    return ACTION_TEXTS.onlyAt(labels);
  }
  return refusal === "role" ? ACTION_TEXTS.needsRole(action) : ACTION_TEXTS.refusals[refusal];
}
