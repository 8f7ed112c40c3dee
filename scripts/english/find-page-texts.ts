import ts from "typescript";

/** A text for people in the code of a page. */
export interface PageText {
  readonly line: number;
  readonly text: string;
}

/** Attributes and properties whose strings people see or hear, even if they are single words. */
const TEXT_NAMES = new Set(
  [
    "alt",
    "caption",
    "confirm",
    "content",
    "description",
    "fix",
    "heading",
    "help",
    "hint",
    "intro",
    "label",
    "message",
    "placeholder",
    "sentence",
    "summary",
    "text",
    "title",
    "aria-description",
    "aria-label",
    "aria-placeholder",
    "aria-roledescription",
    "aria-valuetext",
  ].map((name) => name.toLowerCase()),
);

/** Two or more words that begin or end like a sentence, which class names and addresses never do. */
const SENTENCE = /^\s*\p{Lu}\S*\s+\S|\p{L}\s+\S.*[.…?!:]\s*$/u;

/**
 * Finds texts for people in one file: JSX text, strings that JSX shows, text attributes and properties, and sentences
 * anywhere else. Messages of thrown errors are ignored, because they are for developers.
 */
export function findPageTexts(fileName: string, source: string): PageText[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const found: PageText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isMadeError(node)) return;
    const text = literalText(node);
    if (text !== null && /\p{L}/u.test(text) && isForPeople(node, text)) {
      const { line } = file.getLineAndCharacterOfPosition(firstLetter(node, file));
      found.push({ line: line + 1, text: text.trim() });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Matches `new …Error(…)`, or `super(…)`, which is only called in error classes here. */
const isMadeError = (node: ts.Node) =>
  (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) ||
  (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword);

const firstLetter = (node: ts.Node, file: ts.SourceFile) =>
  node.pos + Math.max(0, node.getFullText(file).search(/\p{L}/u));

function literalText(node: ts.Node): string | null {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map((span) => `0${span.literal.text}`)].join("");
}

const isForPeople = (node: ts.Node, text: string) =>
  ts.isJsxText(node) || isShown(node, text) || SENTENCE.test(text);

/**
 * Returns whether a string becomes a JSX child or the value of a text property, possibly through conditional expressions.
 */
function isShown(node: ts.Node, text: string): boolean {
  const user = userOf(node);
  if (ts.isJsxExpression(user) && !ts.isJsxAttribute(user.parent)) return true;
  const named = ts.isJsxExpression(user) ? user.parent : user;
  const name = (ts.isJsxAttribute(named) || ts.isPropertyAssignment(named)) && named.name.getText();
  return name !== false && TEXT_NAMES.has(name.toLowerCase()) && /\p{L}{2}/u.test(text);
}

function userOf(node: ts.Node): ts.Node {
  const { parent } = node;
  const isPassedOn =
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && isChoice(parent.operatorToken.kind));
  return isPassedOn ? userOf(parent) : parent;
}

const isChoice = (kind: ts.SyntaxKind) =>
  kind === ts.SyntaxKind.AmpersandAmpersandToken ||
  kind === ts.SyntaxKind.BarBarToken ||
  kind === ts.SyntaxKind.QuestionQuestionToken;
