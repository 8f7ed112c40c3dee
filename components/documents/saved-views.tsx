"use client";

import { Bookmark, ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import useSwr from "swr";
import type { SavedViewBody, SavedViewsBody } from "@/lib/http/documents/saved-view-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { SWR_OPTIONS } from "../api/swr-options";
import { SAVED_VIEW_TEXTS as TEXTS } from "../texts/en/saved-view-texts";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "../ui/button";
import { Menu, MenuChoices, MenuItem, MenuLine, MenuNote } from "../ui/menu";
import type { ChooseDocuments } from "./document-cells";
import { type DocumentsQuery, documentsPath, readDocumentsAddress } from "./documents-query";
import { VIEWS_PATH, ViewDialogs, type ViewTask } from "./saved-view-dialogs";

/** The views that people have saved of the list: opens one, saves the current one, and manages them. */
export function SavedViews({
  query,
  onChoose,
}: {
  readonly query: DocumentsQuery;
  readonly onChoose: ChooseDocuments;
}) {
  const { data, error, mutate } = useSwr<SavedViewsBody>(VIEWS_PATH, SWR_OPTIONS);
  const [task, setTask] = useState<ViewTask | null>(null);
  const views = data?.items ?? [];
  const address = documentsPath(query);
  // The address is read again, because it may have been saved by a version that knew other filters.
  const open = views.find((view) => documentsPath(readDocumentsAddress(view.address)) === address);
  const refresh = () => void mutate();
  return (
    <>
      <Menu
        trigger={
          <Button className="max-w-full">
            <Bookmark aria-hidden />
            <span className="max-w-56 truncate">{open ? TEXTS.open(open.name) : TEXTS.title}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <Opened onOpened={refresh} />
        {views.length === 0 && (
          <MenuNote>
            {error !== undefined ? errorMessage(error) : data ? TEXTS.none : UI_TEXTS.loading}
          </MenuNote>
        )}
        <ViewChoices
          label={TEXTS.own}
          views={views.filter(({ isOwn }) => isOwn)}
          open={open}
          onChoose={onChoose}
        />
        <ViewChoices
          label={TEXTS.shared}
          views={views.filter(({ isOwn }) => !isOwn)}
          open={open}
          onChoose={onChoose}
        />
        <MenuLine />
        <MenuItem onSelect={() => setTask({ kind: "save" })}>{TEXTS.save}</MenuItem>
        {views.some(({ mayChange }) => mayChange) && (
          <MenuItem onSelect={() => setTask({ kind: "manage" })}>{TEXTS.manage}</MenuItem>
        )}
      </Menu>
      <ViewDialogs
        task={task}
        onTask={setTask}
        views={views.filter(({ mayChange }) => mayChange)}
        open={open}
        address={address}
        onChanged={refresh}
      />
    </>
  );
}

/** Is on the page only while the menu is open: others may have shared or changed views since. */
function Opened({ onOpened }: { readonly onOpened: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the menu opens
  useEffect(onOpened, []);
  return null;
}

function ViewChoices({
  label,
  views,
  open,
  onChoose,
}: {
  readonly label: string;
  readonly views: readonly SavedViewBody[];
  readonly open: SavedViewBody | undefined;
  readonly onChoose: ChooseDocuments;
}) {
  if (views.length === 0) return null;
  return (
    <MenuChoices
      label={label}
      value={open?.id ?? ""}
      choices={views.map(({ id, name, isOwn, ownerName }) => ({
        value: id,
        label: isOwn ? name : TEXTS.sharedBy(name, ownerName),
      }))}
      onChoose={(id) => {
        const chosen = views.find((view) => view.id === id);
        if (chosen) onChoose(readDocumentsAddress(chosen.address));
      }}
      closes
    />
  );
}
