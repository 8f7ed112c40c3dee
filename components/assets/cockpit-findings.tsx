"use client";

import { clsx } from "clsx";
import {
  Archive,
  BellOff,
  CircleCheck,
  Eye,
  FileSpreadsheet,
  type LucideIcon,
  Plus,
  SearchX,
  Tickets,
} from "lucide-react";
import Link from "next/link";
import { DocumentHit, useFound } from "../documents/document-hit";
import { documentsPath } from "../documents/documents-query";
import { documentPath } from "../shell/addresses";
import { useMay } from "../shell/role-provider";
import { EMPTY_TEXTS } from "../texts/en/cockpit-empty-texts";
import { COCKPIT_TEXTS } from "../texts/en/cockpit-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { SEARCH_TEXTS } from "../texts/en/search-texts";
import { Button, buttonLook } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { type AssetValues, looksLikeFileName, valuesFromSearch } from "./asset-values";
import type { CockpitFilter, CockpitQuery } from "./cockpit-query";

/**
 * What a search finds besides tiles: documents, or else, if there are no tiles, the reason and the next step. Loaded only
 * when it is needed.
 */
export function CockpitFindings({
  isNothing,
  ...parts
}: Parameters<typeof CockpitEmpty>[0] & {
  /** Whether the query finds no tiles. */
  readonly isNothing: boolean;
}) {
  const { text } = parts.query;
  return (
    <>
      {isNothing && <CockpitEmpty {...parts} />}
      {text && <FoundDocuments text={text} />}
    </>
  );
}

/** The documents that the search finds, best first. */
function FoundDocuments({ text }: { readonly text: string }) {
  const { found, isPending } = useFound(text);
  if (!found || found.documents.length === 0) return null;
  return (
    <Card title={SEARCH_TEXTS.documents} className={clsx(isPending && "opacity-60")}>
      <ul className="-mx-3 divide-y divide-line text-sm">
        {found.documents.map((document) => (
          <li key={document.uuid}>
            <Link
              href={documentPath(document.uuid)}
              prefetch={false}
              className="block rounded-md px-3 py-2 hover:bg-sunken"
            >
              <DocumentHit document={document} />
            </Link>
          </li>
        ))}
      </ul>
      <Link
        href={documentsPath({ text })}
        prefetch={false}
        className="mt-3 inline-block min-h-6 text-sm underline underline-offset-4"
      >
        {SEARCH_TEXTS.showAll(text)}
      </Link>
    </Card>
  );
}

/** Shown if a query finds no tiles: the reason and the next step. */
function CockpitEmpty({
  query: { text, folder, filter },
  onChoose,
  onCreate,
}: {
  readonly query: CockpitQuery;
  readonly onChoose: (changes: Partial<CockpitQuery>) => void;
  readonly onCreate: (values?: AssetValues) => void;
}) {
  if (folder) {
    return (
      <EmptyState
        icon={SearchX}
        title={EMPTY_TEXTS.inFolder.title}
        action={
          <>
            <Button onClick={() => onChoose({ folder: "" })}>{EMPTY_TEXTS.inFolder.clear}</Button>
            {text && (
              <Button onClick={() => onChoose({ text: "" })}>{EMPTY_TEXTS.notFound.clear}</Button>
            )}
          </>
        }
      >
        {EMPTY_TEXTS.inFolder.help(folder, text !== "" || filter !== "all")}
      </EmptyState>
    );
  }
  if (text) {
    return <NothingFound text={text} filter={filter} onChoose={onChoose} onCreate={onCreate} />;
  }
  if (filter === "all") return <NoAssets onCreate={onCreate} />;
  const { title, help } = EMPTY_TEXTS[filter];
  return (
    <EmptyState
      icon={ICONS[filter]}
      title={title}
      action={<Button onClick={() => onChoose({ filter: "all" })}>{EMPTY_TEXTS.showAll}</Button>}
    >
      {help}
    </EmptyState>
  );
}

const ICONS: Record<Exclude<CockpitFilter, "all">, LucideIcon> = {
  new: BellOff,
  review: Eye,
  failed: CircleCheck,
  archived: Archive,
};

function NoAssets({ onCreate }: { readonly onCreate: () => void }) {
  if (!useMay("administrator")) {
    return (
      <EmptyState icon={Tickets} title={EMPTY_TEXTS.none.title}>
        {ROLE_TEXTS.noAssetsHelp}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Tickets}
      title={EMPTY_TEXTS.none.title}
      action={
        <>
          <Button tone="primary" onClick={() => onCreate()}>
            <Plus aria-hidden />
            {COCKPIT_TEXTS.newAsset}
          </Button>
          <Link href="/cockpit/import" prefetch={false} className={buttonLook()}>
            <FileSpreadsheet aria-hidden />
            {COCKPIT_TEXTS.import}
          </Link>
          <Link href="/docs" prefetch={false} className={buttonLook()}>
            {EMPTY_TEXTS.none.learnMore}
          </Link>
        </>
      }
    >
      {EMPTY_TEXTS.none.help}
    </EmptyState>
  );
}

function NothingFound({
  text,
  filter,
  onChoose,
  onCreate,
}: {
  readonly text: string;
  readonly filter: CockpitFilter;
  readonly onChoose: (changes: Partial<CockpitQuery>) => void;
  readonly onCreate: (values: AssetValues) => void;
}) {
  const texts = EMPTY_TEXTS.notFound;
  const { found, isPending } = useFound(text);
  // Somebody who finds documents, or looks for a file, does not want an asset of that name.
  const isMeantForAsset = !isPending && found?.documents.length === 0 && !looksLikeFileName(text);
  const mayCreate = useMay("administrator") && isMeantForAsset;
  return (
    <EmptyState
      icon={SearchX}
      title={texts.title(text)}
      action={
        <>
          <Button onClick={() => onChoose({ text: "" })}>{texts.clear}</Button>
          {filter !== "all" && (
            <Button onClick={() => onChoose({ filter: "all" })}>{EMPTY_TEXTS.showAll}</Button>
          )}
          {mayCreate && (
            <Button
              className="max-w-full whitespace-normal"
              onClick={() => onCreate(valuesFromSearch(text))}
            >
              <Plus aria-hidden />
              {texts.create(text)}
            </Button>
          )}
        </>
      }
    >
      {filter === "all" ? texts.help : texts.helpFiltered(COCKPIT_TEXTS.filters[filter])}
    </EmptyState>
  );
}
