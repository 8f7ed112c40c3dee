import type { TextLine } from "@/lib/processing/rules/reading/page-text";
import type { ReadingContext } from "../reading-context";
import { rowsPage } from "./rows-page";
import { textRows } from "./text-rows";

/** Returns the lines of the text by page; form feeds separate the pages, as on printers. */
export function textPages(text: string, context: ReadingContext): (readonly TextLine[])[] {
  return text.split("\f").map((page) => rowsPage(textRows(page), context));
}
