import { Folder } from "lucide-react";
import Link from "next/link";
import { TILE_TEXTS } from "../texts/en/cockpit-texts";
import { cockpitPath } from "./cockpit-query";

/** The folder of an asset. Its link searches for that text, which also finds assets with the text in their names. */
export function TileFolder({ folder }: { readonly folder: string }) {
  const path = cockpitPath({ text: folder, filter: "all", order: "name" });
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
