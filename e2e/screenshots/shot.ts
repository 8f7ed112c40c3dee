import type { Page } from "@playwright/test";
import type { Product } from "../product";
import type { ProductReceiver } from "../receiver-of";

/** One screenshot, and the steps that lead to it. Each screenshot continues where the previous one ended. */
export interface Shot {
  /** The file name without its extension. */
  readonly file: string;
  /** Absent: light. */
  readonly look?: "light" | "dark";
  /** The size of the window, 1280 by 800 if absent. */
  readonly width?: number;
  readonly height?: number;
  /** Whether the screenshot shows the whole page, however long it is. */
  readonly isWhole?: boolean;
  /** Whether the screenshot is taken without signing in. */
  readonly isPublic?: boolean;
  readonly arrange: (tools: {
    readonly page: Page;
    readonly product: Product;
    readonly receiver: ProductReceiver;
  }) => Promise<unknown>;
}

/** The window size of a phone. */
export const PHONE = { width: 390, height: 844 } as const;
