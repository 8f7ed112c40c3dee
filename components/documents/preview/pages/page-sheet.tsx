"use client";

import { clsx } from "clsx";
import { memo, type PointerEvent, useRef } from "react";
import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";
import { Button } from "../../../ui/button";
import { Notice } from "../../../ui/notice";
import { type Highlight, highlightAt, turnBox } from "./highlight-boxes";
import type { PagePlace } from "./page-layout";
import type { PageSize, PageSource, Rotation } from "./page-source";
import "./text-layer.css";
import { useDrawnPage } from "./use-drawn-page";

interface SheetProps {
  readonly source: PageSource;
  readonly number: number;
  readonly uuid: string;
  readonly place: PagePlace;
  readonly rotation: Rotation;
  readonly highlights: readonly Highlight[];
  readonly active: string | null;
  readonly onPoint: (id: string | null) => void;
  readonly noteSize: (number: number, size: PageSize) => void;
}

/** One page: its picture, its selectable text and its highlights. */
export const PageSheet = memo(function PageSheet(props: SheetProps) {
  const { source, number, place, rotation, active, onPoint } = props;
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const pointed = useRef<string | null>(null);
  const [problem, retry] = useDrawnPage({ ...props, picture, text });
  const own = props.highlights.filter(({ page }) => page === number);
  const point = (id: string | null) => {
    if (pointed.current === id) return;
    pointed.current = id;
    onPoint(id);
  };
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    point(highlightAt(own, at, rotation));
  };
  return (
    <section
      aria-label={PREVIEW_TEXTS.pageOf(number, source.pageCount)}
      data-page={number}
      data-rotation={rotation}
      className="relative size-full bg-white shadow-tile"
      onPointerMove={onMove}
      onPointerDown={onMove}
      onPointerLeave={() => point(null)}
    >
      <div ref={picture} className="absolute inset-0 [&>canvas]:size-full" />
      {problem && (
        // The notice is above the text layer, which covers the picture and would intercept clicks.
        <Notice
          tone="wait"
          title={PREVIEW_TEXTS.noPreview}
          className="absolute inset-x-3 top-3 z-10"
        >
          <p className="mb-2">{problem}</p>
          <Button size="tiny" onClick={retry}>
            {PREVIEW_TEXTS.tryAgain}
          </Button>
        </Notice>
      )}
      {own.map(({ id, bbox }) => {
        if (bbox === null) return null;
        const [left, top, right, bottom] = turnBox(bbox, rotation);
        return (
          <span
            key={id}
            aria-hidden
            data-highlight={id}
            data-active={id === active}
            className={clsx(
              "pointer-events-none absolute rounded-xs mix-blend-multiply outline-2 outline-offset-2 forced-colors:mix-blend-normal",
              id === active
                ? "bg-[#ffd54a]/60 outline-[#8a1f2d] forced-colors:outline-[Highlight]"
                : "bg-[#ffe9a3]/45 outline-transparent forced-colors:outline-[CanvasText]",
            )}
            style={{
              left: `${left * 100}%`,
              top: `${top * 100}%`,
              width: `${(right - left) * 100}%`,
              height: `${(bottom - top) * 100}%`,
            }}
          />
        );
      })}
      <div ref={text} style={{ "--total-scale-factor": (place.scale * 96) / 72 } as object} />
    </section>
  );
});
