import Link from "next/link";
import { isStatus } from "@/lib/documents/rules/status";
import type { AssetPlace } from "@/lib/http/assets/cockpit-schemas";
import { assetDocumentsPath } from "../documents/asset-documents-query";
import { documentPath } from "../shell/addresses";
import { TILE_TEXTS } from "../texts/en/cockpit-texts";
import { LocalTime } from "../ui/local-time";
import { StatusBadge } from "../ui/status-badge";

/**
 * The number of documents at each status, linked to those documents. Shows only statuses that have documents, in the
 * API's order.
 */
export function StatusCounts({ identifier, counts }: Pick<AssetPlace, "identifier" | "counts">) {
  return (
    <ul aria-label={TILE_TEXTS.countsLabel} className="flex flex-wrap gap-1.5">
      {counts.map(({ status, count }) =>
        isStatus(status) ? (
          <li key={status} className="flex">
            {/* Placed above the link that covers the tile, which would also hide the tooltip. */}
            <Link
              href={assetDocumentsPath({ identifier, status })}
              prefetch={false}
              className="relative z-1 flex rounded-full hover:brightness-95"
            >
              <StatusBadge status={status} count={count} />
            </Link>
          </li>
        ) : null,
      )}
    </ul>
  );
}

/** The newest document and its age, on one line. */
export function NewestDocument({
  document: { uuid, name, createdAt },
}: {
  readonly document: NonNullable<AssetPlace["newestDocument"]>;
}) {
  return (
    <p className="flex min-w-0 items-baseline gap-1.5 text-quiet text-xs">
      <span className="sr-only">{TILE_TEXTS.newest}</span>
      {/* Placed above the link that covers the tile. */}
      <Link
        href={documentPath(uuid)}
        prefetch={false}
        className="relative z-1 flex min-h-6 min-w-0 items-center underline decoration-edge/60 underline-offset-4 hover:text-ink hover:decoration-ink"
      >
        <bdi title={name} className="truncate">
          {name}
        </bdi>
      </Link>
      <span aria-hidden>{SEPARATOR}</span>
      <LocalTime at={createdAt} look="relative" className="shrink-0" />
    </p>
  );
}

const SEPARATOR = "·";
