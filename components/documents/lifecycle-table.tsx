import { LIFECYCLE_TABLE_TEXTS } from "@/components/texts/en/documentation-texts";
import { LIFECYCLE, statusName } from "@/lib/documents/rules/status";

const label = (name: string) => name.replaceAll("_", " ");

/** All statuses and the moves from each, generated from the domain's status table. */
export function LifecycleTable() {
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">{LIFECYCLE_TABLE_TEXTS.caption}</caption>
      <thead className="text-quiet">
        <tr>
          <th scope="col" className="py-2 pr-4 font-medium">
            {LIFECYCLE_TABLE_TEXTS.number}
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            {LIFECYCLE_TABLE_TEXTS.status}
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            {LIFECYCLE_TABLE_TEXTS.meaning}
          </th>
          <th scope="col" className="py-2 font-medium">
            {LIFECYCLE_TABLE_TEXTS.next}
          </th>
        </tr>
      </thead>
      <tbody>
        {LIFECYCLE.statuses.map(({ status, statusName: name, isFinal, meaning }) => (
          <tr key={status} className="border-t border-line align-top">
            <td className="py-2 pr-4 tabular-nums">{status}</td>
            <th scope="row" className="py-2 pr-4 font-medium">
              {label(name)}
            </th>
            <td className="py-2 pr-4 text-quiet">{meaning}</td>
            <td className="py-2 text-quiet">
              {isFinal ? LIFECYCLE_TABLE_TEXTS.final : followersOf(status)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const followersOf = (status: number) =>
  LIFECYCLE.moves
    .filter((move) => move.from === status)
    .map((move) => label(statusName(move.to)))
    .join(", ");
