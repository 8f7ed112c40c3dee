import type { TextLine } from "@/lib/processing/rules/page-text";
import type { ReadingContext } from "../reading-context";
import { rowsPage } from "./rows-page";
import { textRows } from "./text-rows";

/** The lines of a text, for each of its pages: form feeds divide them, as printers understood it. */
export function textPages(text: string, context: ReadingContext): (readonly TextLine[])[] {
  return text.split("\f").map((page) => rowsPage(textRows(page), context));
}
