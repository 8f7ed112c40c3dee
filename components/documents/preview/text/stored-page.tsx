"use client";

import { clsx } from "clsx";
import { memo, useState } from "react";
import type { DocumentPage } from "@/lib/http/processing/cockpit-schemas";
import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";
import { Button } from "../../../ui/button";
import type { Highlight } from "../pages/highlight-boxes";
import { findWords } from "./find-words";

type Segment = DocumentPage["lines"][number][number];

const LINES = 300;

/** One page of text: lines that consist of pieces, or the rows of a table. */
export const StoredPage = memo(function StoredPage({
  page,
  total,
  isTable,
  highlights,
  active,
  onPoint,
}: {
  readonly page: DocumentPage;
  readonly total: number;
  readonly isTable: boolean;
  readonly highlights: readonly Highlight[];
  readonly active: string | null;
  readonly onPoint: (id: string | null) => void;
}) {
  const [shown, setShown] = useState(LINES);
  const places = highlights
    .filter((highlight) => highlight.page === page.number)
    .map(({ id, text }) => ({ id, cells: findWords(page, text ?? "") }));
  const isActiveBelow = places.some(
    ({ id, cells }) =>
      id === active && [...cells].some((cell) => Number.parseInt(cell, 10) >= shown),
  );
  const lines = isActiveBelow ? page.lines : page.lines.slice(0, shown);
  const cellOf = (segment: Segment, line: number, index: number) => {
    const found = places.filter(({ cells }) => cells.has(`${line}:${index}`));
    const place = found.find(({ id }) => id === active) ?? found[0];
    const text = segment.map((word) => word.text).join(" ");
    return place ? (
      <Mark text={text} onPoint={onPoint} id={place.id} isActive={place.id === active} />
    ) : (
      text
    );
  };
  return (
    <section
      aria-label={PREVIEW_TEXTS.pageOf(page.number, total)}
      data-page={page.number}
      className="mb-6 border-line border-b pb-6 last-of-type:border-0"
    >
      <p className="mb-2 text-quiet text-xs">
        {page.part === null
          ? PREVIEW_TEXTS.pageOf(page.number, total)
          : PREVIEW_TEXTS.part(page.part)}
      </p>
      {isTable ? <Rows lines={lines} cellOf={cellOf} /> : <Lines lines={lines} cellOf={cellOf} />}
      {lines.length < page.lines.length && (
        <Button size="tiny" className="mt-3" onClick={() => setShown((before) => before + LINES)}>
          {PREVIEW_TEXTS.moreLines}
        </Button>
      )}
    </section>
  );
});

interface Shape {
  readonly lines: DocumentPage["lines"];
  readonly cellOf: (segment: Segment, line: number, index: number) => React.ReactNode;
}

function Rows({ lines, cellOf }: Shape) {
  return (
    <table className="border-collapse">
      <tbody>
        {lines.map((line, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page never change.
          <tr key={row}>
            {line.map((segment, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do its cells.
              <td key={column} className="border border-line px-2 py-1 align-top">
                {cellOf(segment, row, column)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lines({ lines, cellOf }: Shape) {
  return lines.map((line, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a page never change.
    <p key={row} className="flex flex-wrap gap-x-8 py-0.5">
      {line.map((segment, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces.
        <span key={column}>{cellOf(segment, row, column)}</span>
      ))}
    </p>
  ));
}

function Mark({
  text,
  id,
  isActive,
  onPoint,
}: {
  readonly text: string;
  readonly id: string;
  readonly isActive: boolean;
  readonly onPoint: (id: string | null) => void;
}) {
  return (
    <mark
      data-highlight={id}
      data-active={isActive}
      onPointerEnter={() => onPoint(id)}
      onPointerLeave={() => onPoint(null)}
      className={clsx(
        "rounded-xs text-inherit outline-offset-2",
        isActive ? "bg-wait-soft outline-2 outline-curtain" : "bg-wait-soft/60",
      )}
    >
      {text}
    </mark>
  );
}
