"use client";

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
import { useMay } from "../shell/role-provider";
import { EMPTY_TEXTS } from "../texts/en/cockpit-empty-texts";
import { COCKPIT_TEXTS } from "../texts/en/cockpit-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { Button, buttonLook } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { type AssetValues, valuesFromSearch } from "./asset-values";
import type { CockpitFilter, CockpitQuery } from "./cockpit-query";

/** Shown if a query finds no tiles: the reason and the next step. */
export function CockpitEmpty({
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
  const mayCreate = useMay("administrator");
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
