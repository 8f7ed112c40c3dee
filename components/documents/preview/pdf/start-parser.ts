import { PARSER_URL } from "./pdfjs-files";

/** Starts a thread that parses one PDF. The caller must stop it. */
export const startParser = (): Worker => new Worker(PARSER_URL, { type: "module" });
