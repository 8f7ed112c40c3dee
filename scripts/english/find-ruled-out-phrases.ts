import ts from "typescript";
import { RULED_OUT_PHRASES } from "./ruled-out-phrases";

/** A ruled-out phrase in text that people read. */
export interface EnglishHit {
  readonly line: number;
  readonly name: string;
  /** The phrase as found, on one line. */
  readonly found: string;
  readonly instead: string;
}

type Place = "text" | "comment" | "code";

/**
 * Finds ruled-out phrases in one file. In code, only strings, templates, JSX and comments are searched; in other files,
 * everything.
 */
export function findRuledOutPhrases(fileName: string, source: string): EnglishHit[] {
  const matches = RULED_OUT_PHRASES.flatMap(({ name, pattern, instead }) =>
    [...source.matchAll(pattern)].map((match) => ({ name, instead, match })),
  );
  // Most files contain none of the phrases and need not be parsed.
  if (matches.length === 0) return [];
  const placeOf = /\.[cm]?tsx?$/.test(fileName) ? placesOf(fileName, source) : () => "text";
  return matches
    .filter(({ match }) => placeOf(match.index) !== "code")
    .map(({ name, instead, match }) => ({
      line: source.slice(0, match.index).split("\n").length,
      name,
      found: match[0].replaceAll(/\s+/g, " "),
      instead,
    }))
    .sort((a, b) => a.line - b.line);
}

function placesOf(fileName: string, source: string): (at: number) => Place {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const placeIn = (node: ts.Node, at: number): Place => {
    const child = node.getChildren(file).find(({ pos, end }) => pos <= at && at < end);
    if (child && ts.isJSDoc(child)) return "comment";
    if (child) return placeIn(child, at);
    // Only whitespace and comments come before a token.
    if (at < node.getStart(file)) return "comment";
    return isText(node) ? "text" : "code";
  };
  return (at) => placeIn(file, at);
}

const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isJsxText(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node);
