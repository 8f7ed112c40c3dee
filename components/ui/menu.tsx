"use client";

import type { Menu as BaseMenu } from "@base-ui/react/menu";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import {
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Button } from "./button";
import { useLoaded } from "./use-loaded";

/** Only the background marks the active item, so forced-colours mode needs its own system colours. */
const ITEM =
  "flex min-h-9 w-full cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 text-left text-sm outline-none data-highlighted:bg-sunken forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText] forced-colors:data-highlighted:forced-color-adjust-none data-disabled:cursor-not-allowed data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0";

type Parts = typeof BaseMenu;

const loadParts = () => import("@base-ui/react/menu").then(({ Menu: parts }) => parts);
const PartsContext = createContext<Parts | null>(null);

/** A menu that opens from a button and supports the arrow keys. The library that shows it loads after the page. */
export function Menu({
  trigger,
  children,
  align = "end",
}: {
  /** A `Button`. Its label names the menu. */
  readonly trigger: ReactElement<Parameters<typeof Button>[0]>;
  readonly children: ReactNode;
  readonly align?: "start" | "end";
}) {
  const [parts, load] = useLoaded(loadParts);
  const [firstPress, setFirstPress] = useState<FirstPress | null>(null);
  // The library brings a button of its own. Exchanging ours before it has been pressed could lose a press that has begun.
  if (parts && firstPress) {
    return (
      <LoadedMenu parts={parts} trigger={trigger} align={align} firstPress={firstPress}>
        {children}
      </LoadedMenu>
    );
  }
  const open = (press: FirstPress) => {
    setFirstPress(press);
    // A menu that could not be loaded must not open later, when nobody expects it.
    load(() => setFirstPress(null));
  };
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    "aria-busy": firstPress !== null,
    onClick: ({ detail }) => open({ detail }),
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      open({ detail: 0 });
    },
  });
}

/** The press that opens a menu for the first time. */
interface FirstPress {
  /** As in the event of a click: 0 if it came from the keyboard, which highlights the first item. */
  readonly detail: number;
}

function LoadedMenu({
  parts: Base,
  trigger,
  align,
  firstPress: { detail },
  children,
}: {
  readonly parts: Parts;
  readonly trigger: ReactElement;
  readonly align: "start" | "end";
  readonly firstPress: FirstPress;
  readonly children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const isOpened = useRef(false);
  useLayoutEffect(() => {
    // The pressed button is gone, so the focus is nowhere, unless the user has moved on in the meantime. It is taken before
    // anything else can run, because otherwise the keeper of the focus takes it on a busy machine.
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  useEffect(() => {
    if (isOpened.current || document.activeElement !== button.current) return;
    isOpened.current = true;
    button.current?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
  }, [detail]);
  return (
    <PartsContext value={Base}>
      <Base.Root modal={false}>
        <Base.Trigger ref={button} render={trigger} />
        <Base.Portal>
          <Base.Positioner align={align} sideOffset={6} className="z-30">
            <Base.Popup className="min-w-48 max-h-(--available-height) max-w-[min(20rem,calc(100vw-1.5rem))] overflow-y-auto rounded-xl border border-line bg-raised p-1.5 text-ink shadow-over outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </PartsContext>
  );
}

/** Items are rendered only inside an open menu, whose parts have been loaded by then. */
function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error("A menu item is used outside Menu");
  return parts;
}

/** A menu item that performs an action. */
export function MenuItem({
  onSelect,
  isDisabled = false,
  isDanger = false,
  children,
}: {
  readonly onSelect: () => void;
  readonly isDisabled?: boolean;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
}) {
  const Base = useParts();
  return (
    <Base.Item
      onClick={onSelect}
      disabled={isDisabled}
      className={clsx(ITEM, isDanger && "text-alarm")}
    >
      {children}
    </Base.Item>
  );
}

/** A menu item that leads to a page. */
export function MenuLink({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ReactNode;
}) {
  const Base = useParts();
  return (
    <Base.LinkItem href={href} className={ITEM}>
      {children}
    </Base.LinkItem>
  );
}

/** A menu item that downloads a file without leaving the page. */
export function MenuDownload({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ReactNode;
}) {
  const Base = useParts();
  return (
    <Base.LinkItem href={href} download className={ITEM}>
      {children}
    </Base.LinkItem>
  );
}

/** A group of options in a menu, with one selected. */
export function MenuChoices<Value extends string>({
  label,
  value,
  choices,
  onChoose,
  closes = false,
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
  /** Whether a choice closes the menu. */
  readonly closes?: boolean;
}) {
  const Base = useParts();
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-quiet">
        {label}
      </Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(chosen: Value) => onChoose(chosen)}>
        {choices.map((choice) => (
          <Base.RadioItem
            key={choice.value}
            value={choice.value}
            closeOnClick={closes}
            className={ITEM}
          >
            <Base.RadioItemIndicator keepMounted className="data-unchecked:invisible">
              <Check aria-hidden />
            </Base.RadioItemIndicator>
            {choice.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

/** A separator between groups in a menu. */
export function MenuLine() {
  const Base = useParts();
  return <Base.Separator className="mx-2 my-1.5 h-px bg-line forced-colors:bg-[CanvasText]" />;
}

/** A line in a menu that cannot be selected. */
export function MenuNote({ children }: { readonly children: ReactNode }) {
  return <div className="px-2.5 py-1.5 text-sm text-quiet">{children}</div>;
}
