import type { Page } from "@playwright/test";
import type { Product } from "./product";
import type { ProductReceiver } from "./receiver-of";

/** One picture, and how what it shows comes about; each goes on where the one before ended. */
export interface Shot {
  /** Without its ending. */
  readonly file: string;
  /** Absent: light. */
  readonly look?: "light" | "dark";
  /** Absent: 1280 by 800. */
  readonly width?: number;
  readonly height?: number;
  /** Whether all of the page is shown, however long. */
  readonly isWhole?: boolean;
  /** Whether nobody is signed in. */
  readonly isPublic?: boolean;
  readonly arrange: (tools: {
    readonly page: Page;
    readonly product: Product;
    readonly receiver: ProductReceiver;
  }) => Promise<unknown>;
}

/** The size of a phone's window. */
export const PHONE = { width: 390, height: 844 } as const;
