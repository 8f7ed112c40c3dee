import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; of two that set the same thing, the later one counts. */
export function cn(...classes: readonly ClassValue[]): string {
  return twMerge(clsx(classes));
}
