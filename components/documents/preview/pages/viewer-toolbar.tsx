"use client";

import {
  ChevronDown,
  ChevronUp,
  Expand,
  Minus,
  MoveHorizontal,
  Plus,
  RotateCw,
} from "lucide-react";
import { type Dispatch, type ReactNode, type SetStateAction, useState } from "react";
import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";
import { Button } from "../../../ui/button";
import { type PageLayout, stepZoom, type ViewState } from "./page-layout";
import { rotated } from "./use-view-keys";

/** The classes of the toolbar, which its placeholder has, too. */
export const TOOLBAR =
  "flex flex-wrap items-center gap-x-1 gap-y-1 border-line border-b bg-surface px-2 py-1.5";

/** The controls of the viewer: change the page, zoom and rotate. */
export function ViewerToolbar({
  view,
  setView,
  layout,
  pageCount,
  current,
  onGoTo,
}: {
  readonly view: ViewState;
  readonly setView: Dispatch<SetStateAction<ViewState>>;
  readonly layout: PageLayout;
  readonly pageCount: number;
  /** The index of the current page. */
  readonly current: number;
  readonly onGoTo: (index: number) => void;
}) {
  const scale = layout.places[current]?.scale ?? 1;
  const setZoom = (zoom: ViewState["zoom"]) => setView((before) => ({ ...before, zoom }));
  return (
    <fieldset className={TOOLBAR}>
      <legend className="sr-only">{PREVIEW_TEXTS.tools}</legend>
      {pageCount > 1 && (
        <div className="mr-auto flex items-center gap-1">
          <Tool label={PREVIEW_TEXTS.previousPage} onClick={() => onGoTo(Math.max(0, current - 1))}>
            <ChevronUp aria-hidden />
          </Tool>
          <Tool
            label={PREVIEW_TEXTS.nextPage}
            onClick={() => onGoTo(Math.min(pageCount - 1, current + 1))}
          >
            <ChevronDown aria-hidden />
          </Tool>
          <PageNumberField current={current} pageCount={pageCount} onGoTo={onGoTo} />
        </div>
      )}
      <div className="ml-auto flex items-center gap-1">
        <Tool label={PREVIEW_TEXTS.zoomOut} onClick={() => setZoom(stepZoom(scale, -1))}>
          <Minus aria-hidden />
        </Tool>
        <span className="w-14 text-center text-sm tabular-nums">
          {PREVIEW_TEXTS.zoom(Math.round(scale * 100))}
        </span>
        <Tool label={PREVIEW_TEXTS.zoomIn} onClick={() => setZoom(stepZoom(scale, 1))}>
          <Plus aria-hidden />
        </Tool>
        <Tool
          label={PREVIEW_TEXTS.fitWidth}
          isOn={view.zoom === "width"}
          onClick={() => setZoom("width")}
        >
          <MoveHorizontal aria-hidden />
        </Tool>
        <Tool
          label={PREVIEW_TEXTS.fitPage}
          isOn={view.zoom === "page"}
          onClick={() => setZoom("page")}
        >
          <Expand aria-hidden />
        </Tool>
        <Tool label={PREVIEW_TEXTS.rotate} onClick={() => setView(rotated)}>
          <RotateCw aria-hidden />
        </Tool>
      </div>
    </fieldset>
  );
}

function Tool({
  label,
  isOn,
  onClick,
  children,
}: {
  readonly label: string;
  readonly isOn?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Button
      tone="quiet"
      size="icon"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      className="aria-pressed:bg-sunken aria-pressed:outline aria-pressed:outline-1 aria-pressed:outline-edge focus-visible:outline-2 focus-visible:outline-curtain"
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

/** The number of the current page. Typing a number and pressing Enter or leaving the field scrolls to that page. */
function PageNumberField({
  current,
  pageCount,
  onGoTo,
}: {
  readonly current: number;
  readonly pageCount: number;
  readonly onGoTo: (index: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    const page = Math.trunc(Number(typed));
    if (typed !== null && page >= 1) onGoTo(Math.min(page, pageCount) - 1);
    setTyped(null);
  };
  return (
    <form
      className="flex items-center gap-1.5 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <label className="flex items-center gap-1.5">
        <span className="max-sm:sr-only">{PREVIEW_TEXTS.page}</span>
        <input
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(current + 1)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={go}
          className="h-8 w-12 rounded-md border border-edge bg-surface text-center tabular-nums"
        />
      </label>
      <span className="whitespace-nowrap tabular-nums">{PREVIEW_TEXTS.ofPages(pageCount)}</span>
    </form>
  );
}
