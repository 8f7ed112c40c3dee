import { Folder, X } from "lucide-react";
import { COCKPIT_TEXTS } from "../texts/en/cockpit-texts";
import { Button } from "../ui/button";

/**
 * The folder that the tiles are filtered by. Each part of its path is a button that selects the folder up to that part.
 */
export function FolderFilter({
  folder,
  onChoose,
  onRemove,
}: {
  readonly folder: string;
  readonly onChoose: (folder: string) => void;
  readonly onRemove: () => void;
}) {
  const names = folder.split("/");
  return (
    <nav
      aria-label={COCKPIT_TEXTS.folderLabel}
      className="flex min-h-8 min-w-0 max-w-full items-center gap-1.5 rounded-2xl border border-edge/60 bg-surface pl-3 text-sm"
    >
      <Folder aria-hidden className="size-3.5 shrink-0 text-quiet" />
      <span className="text-quiet">{COCKPIT_TEXTS.folder}</span>
      <ol className="flex min-w-0 flex-wrap">
        {names.map((name, index) => {
          const path = names.slice(0, index + 1).join("/");
          return (
            <li
              key={path}
              className="flex min-w-0 items-center not-first:before:text-quiet not-first:before:content-['/']"
            >
              <button
                type="button"
                aria-current={path === folder ? "location" : undefined}
                className="min-h-6 min-w-6 rounded-md px-1 text-left [overflow-wrap:anywhere] hover:bg-sunken aria-[current]:font-medium"
                onClick={() => onChoose(path)}
              >
                <bdi>{name}</bdi>
              </button>
            </li>
          );
        })}
      </ol>
      <Button
        tone="quiet"
        size="tiny-icon"
        className="shrink-0 rounded-full"
        aria-label={COCKPIT_TEXTS.removeFolder(folder)}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </nav>
  );
}
