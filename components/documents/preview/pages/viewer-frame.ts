/**
 * The classes of the viewer's parts. A page that is drawn early uses them too, so that nothing moves when the viewer
 * takes over.
 */
export const VIEWER_FRAME = {
  frame:
    "flex h-[calc(100dvh-7rem)] max-h-[80rem] min-h-96 flex-col overflow-hidden rounded-tile border border-line bg-sunken",
  toolbar:
    "flex flex-wrap items-center gap-x-1 gap-y-1 border-line border-b bg-surface px-2 py-1.5",
  region: "relative min-h-0 grow overflow-auto outline-offset-[-2px]",
} as const;
