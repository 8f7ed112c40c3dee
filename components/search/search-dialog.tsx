"use client";

import { Dialog } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { Search } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { assetDocumentsPath } from "../documents/asset-documents-query";
import { DocumentHit, useFound } from "../documents/document-hit";
import { documentsPath } from "../documents/documents-query";
import { Marked, searchedParts } from "../documents/marked-text";
import { documentPath, searchText } from "../shell/addresses";
import { SEARCH_TEXTS as TEXTS } from "../texts/en/search-texts";
import { LoadFailure } from "../ui/load-failure";

/** Finds assets and documents from every page, with the keyboard alone. */
export function SearchDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[calc(100dvh-1.5rem)] max-w-2xl flex-col overflow-clip rounded-2xl border border-line bg-surface text-ink shadow-over transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:top-[10vh] sm:max-h-[80vh]">
          <Dialog.Title className="sr-only">{TEXTS.title}</Dialog.Title>
          <SearchBox onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The field keeps the focus; the arrow keys select one of the results, and Enter opens it. */
function SearchBox({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const results = useRef<HTMLDivElement>(null);
  const text = searchText(typed);
  const { found, error, isPending, retry } = useFound(text);
  const options = found && text ? optionsOf(found, text) : [];
  const active = Math.min(chosen, options.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  const select = (index: number) => {
    setChosen(index);
    document.getElementById(optionId(index))?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    const { length } = options;
    if (event.nativeEvent.isComposing || length === 0) return;
    if (event.key === "ArrowDown") select((active + 1) % length);
    else if (event.key === "ArrowUp") select((active + length - 1) % length);
    else if (event.key === "Enter" && !isPending)
      document.getElementById(optionId(active))?.click();
    else return;
    event.preventDefault();
  };
  const count = (found?.assets.length ?? 0) + (found?.documents.length ?? 0);
  const said = count === 0 ? TEXTS.nothing(text) : TEXTS.found(count);
  const groups = [TEXTS.assets, TEXTS.documents, null] as const;
  return (
    <>
      <div className="relative shrink-0 border-line border-b">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-quiet"
        />
        <input
          type="text"
          role="combobox"
          aria-label={TEXTS.placeholder}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-results`}
          aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder={TEXTS.placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={press}
          className="min-h-14 w-full rounded-t-2xl bg-transparent pr-4 pl-12 text-lg -outline-offset-2 placeholder:text-quiet"
        />
      </div>
      <div
        ref={results}
        id={`${id}-results`}
        role="listbox"
        aria-label={TEXTS.title}
        aria-busy={isPending}
        className={clsx("min-h-0 overflow-y-auto p-2 empty:hidden", isPending && "opacity-60")}
      >
        {groups.map((group) => {
          const inGroup = options.flatMap((option, index) =>
            option.group === group ? [{ ...option, index }] : [],
          );
          return (
            inGroup.length > 0 && (
              <fieldset key={group} aria-label={group ?? TEXTS.documents}>
                {group && <p className="px-3 pt-2 pb-1 font-medium text-quiet text-xs">{group}</p>}
                {inGroup.map(({ href, index, content }) => (
                  <Link
                    key={href}
                    id={optionId(index)}
                    role="option"
                    aria-selected={index === active}
                    tabIndex={-1}
                    href={href}
                    prefetch={false}
                    onNavigate={onClose}
                    onMouseMove={() => setChosen(index)}
                    className={clsx(
                      "block rounded-lg px-3 py-2 text-sm",
                      index === active &&
                        "bg-sunken forced-colors:outline-2 forced-colors:outline-[Highlight] forced-colors:-outline-offset-2",
                    )}
                  >
                    {content}
                  </Link>
                ))}
              </fieldset>
            )
          );
        })}
      </div>
      {error !== undefined && (
        <div className="p-4">
          <LoadFailure error={error} onRetry={retry} />
        </div>
      )}
      <div className="flex shrink-0 flex-wrap justify-between gap-x-4 border-line border-t px-5 py-2.5 text-quiet text-xs">
        <p role="status">{text ? !isPending && found && said : TEXTS.hint}</p>
        <p className="max-sm:hidden">{TEXTS.keys}</p>
      </div>
    </>
  );
}

interface Option {
  readonly group: string | null;
  readonly href: string;
  readonly content: ReactNode;
}

function optionsOf(
  { assets, documents }: NonNullable<ReturnType<typeof useFound>["found"]>,
  text: string,
): readonly Option[] {
  return [
    ...assets.map(({ identifier, name, folder, description, isArchived }) => ({
      group: TEXTS.assets,
      href: assetDocumentsPath({ identifier }),
      content: (
        <>
          <bdi className="block font-medium">
            <Marked parts={searchedParts(name, text)} />
          </bdi>
          <span className="line-clamp-2 text-quiet text-xs">
            <Marked
              parts={searchedParts(
                [identifier, folder, description, isArchived && TEXTS.archived]
                  .filter(Boolean)
                  .join(" · "),
                text,
              )}
            />
          </span>
        </>
      ),
    })),
    ...documents.map((document) => ({
      group: TEXTS.documents,
      href: documentPath(document.uuid),
      content: <DocumentHit document={document} />,
    })),
    ...(documents.length > 0
      ? [{ group: null, href: documentsPath({ text }), content: TEXTS.showAll(text) }]
      : []),
  ];
}
