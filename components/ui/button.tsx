import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** The look of buttons, and of links that act as buttons; at least 36 px high, 24 px for `tiny`. */
export const buttonLook = cva(
  "inline-flex select-none items-center justify-center gap-2 whitespace-nowrap font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        // The border is visible in forced-colours mode, which does not paint backgrounds.
        primary: "border border-transparent bg-ink text-paper hover:bg-ink/85",
        plain: "border border-edge/60 bg-surface text-ink hover:bg-sunken",
        quiet: "text-ink hover:bg-sunken",
        danger: "border border-transparent bg-alarm text-paper hover:bg-alarm/85",
      },
      size: {
        normal: "min-h-9 rounded-lg px-3.5 text-sm",
        large: "min-h-11 rounded-lg px-5 text-base",
        tiny: "min-h-7 rounded-md px-2 text-xs",
        icon: "size-9 rounded-lg",
        "tiny-icon": "size-7 rounded-md",
      },
    },
    defaultVariants: { tone: "plain", size: "normal" },
  },
);

/** The variants of a button's look. */
export type ButtonLook = VariantProps<typeof buttonLook>;

/** A button that does not submit unless its type says so. Without text, it needs an `aria-label`. */
export function Button({
  tone,
  size,
  className,
  type = "button",
  ...rest
}: ComponentProps<"button"> & ButtonLook) {
  return <button type={type} className={clsx(buttonLook({ tone, size }), className)} {...rest} />;
}
