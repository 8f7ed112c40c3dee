import { PARSER_URL } from "./pdfjs-files";

/** A thread that parses one PDF; whoever starts it ends it. */
export const startParser = (): Worker => new Worker(PARSER_URL, { type: "module" });
