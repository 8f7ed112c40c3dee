import { Folder } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { TILE_TEXTS } from "../texts/en/cockpit-texts";
import { cockpitPath, readCockpitQuery } from "./cockpit-query";

/** The folder of an asset. Its link shows the assets in that folder; search, filter and order stay as they are. */
export function TileFolder({ folder }: { readonly folder: string }) {
  const path = cockpitPath({ ...readCockpitQuery(useSearchParams()), folder });
  return (
    <p className="mt-1 flex">
      <Link
        href={path}
        prefetch={false}
        aria-label={TILE_TEXTS.folder(folder)}
        className="relative z-10 inline-flex min-h-6 min-w-0 items-center gap-1.5 rounded-md text-quiet text-sm hover:text-ink"
      >
        <Folder aria-hidden className="size-3.5 shrink-0" />
        <bdi title={folder} className="truncate">
          {folder}
        </bdi>
      </Link>
    </p>
  );
}
