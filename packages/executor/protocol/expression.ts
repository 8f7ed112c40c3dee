import { isDeepStrictEqual } from "node:util";

type Operand = { readonly path: readonly string[] } | { readonly constant: string | number };

/** One comparison of an expression. */
export interface Term {
  readonly left: Operand;
  readonly isEqual: boolean;
  readonly right: Operand;
}

/** Comparisons that must all hold. */
export type Expression = readonly Term[];

/** The events at which paths start: the run's own event, and the incoming event (absent in triggers). */
export interface ExpressionValues {
  readonly event: unknown;
  readonly async?: unknown;
}

const TOKEN =
  /\s*(?:(&&|==|!=)|(-?\d+)(?![\w.])|("[^"\\]*"|'[^'\\]*')|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*))/y;

/**
 * Parses the supported part of CEL: `a == b` or `a != b`, joined by `&&`, where a and b are paths under `event` or
 * `async`, quoted strings without backslashes, or integers.
 * @throws Error with a sentence that says what is wrong
 */
export function parseExpression(text: string): Expression {
  const groups: string[][] = [[]];
  for (const token of tokensOf(text)) {
    if (token === "&&") groups.push([]);
    else groups.at(-1)?.push(token);
  }
  return groups.map((tokens) => readTerm(tokens, text));
}

/**
 * Parses one path under `event` or `async`, such as `event.data.id`. Returns null for a quoted constant.
 * @throws Error with a sentence that says what is wrong
 */
export function parsePath(text: string): readonly string[] | null {
  const tokens = tokensOf(text);
  const operand = tokens.length === 1 ? readOperand(tokens[0], text) : null;
  if (operand === null) throw refusal(text, "it is not a single path or quoted string");
  return "path" in operand ? operand.path : null;
}

/**
 * Returns whether all terms hold. A path to a missing value equals nothing, not even itself, so `==` fails and `!=`
 * holds. Types are compared, too: 1 is not "1".
 */
export function holds(expression: Expression, values: ExpressionValues): boolean {
  return expression.every(
    ({ left, isEqual, right }) =>
      areEqual(operandValue(left, values), operandValue(right, values)) === isEqual,
  );
}

/** A term by which incoming events can be looked up: in a matching event, `incoming` has the value of `own`. */
export interface LookUp {
  readonly own: Operand;
  /** A path that begins with `async`. */
  readonly incoming: readonly string[];
}

/** Returns the first term by which incoming events can be looked up, or null if the expression has none. */
export function lookUpOf(expression: Expression): LookUp | null {
  for (const { left, isEqual, right } of expression) {
    if (!isEqual) continue;
    if (isIncoming(left) && !isIncoming(right)) return { own: right, incoming: left.path };
    if (isIncoming(right) && !isIncoming(left)) return { own: left, incoming: right.path };
  }
  return null;
}

function isIncoming(operand: Operand): operand is { readonly path: readonly string[] } {
  return "path" in operand && operand.path[0] === "async";
}

/** Returns the value of an operand; undefined if its path does not exist. */
export function operandValue(operand: Operand, values: ExpressionValues): unknown {
  return "path" in operand ? readPath(operand.path, values) : operand.constant;
}

/** Returns the value at a path (which starts with `event` or `async`); undefined if the path does not exist. */
export function readPath(path: readonly string[], values: ExpressionValues): unknown {
  let value: unknown = values;
  for (const name of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return;
    value = Reflect.get(value, name);
  }
  return value;
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  const pattern = new RegExp(TOKEN);
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) throw refusal(text, `"${text.slice(start).trim()}" is not understood`);
    tokens.push(match[0].trim());
  }
  return tokens;
}

function readTerm(tokens: readonly string[], text: string): Term {
  const [left, comparison, right] = tokens;
  if (tokens.length !== 3 || (comparison !== "==" && comparison !== "!=")) {
    throw refusal(text, "it is not a list of comparisons with == or !=, joined by &&");
  }
  return {
    left: readOperand(left, text),
    isEqual: comparison === "==",
    right: readOperand(right, text),
  };
}

function readOperand(token: string | undefined, text: string): Operand {
  if (token === undefined || /^[&=!]/.test(token)) throw refusal(text, "a value is missing");
  if (/^["']/.test(token)) return { constant: token.slice(1, -1) };
  if (/^[-\d]/.test(token)) return { constant: readInteger(token, text) };
  const path = token.split(".");
  if ((path[0] === "event" || path[0] === "async") && path.length > 1) return { path };
  throw refusal(text, `"${token}" is not a path under event or async`);
}

function readInteger(token: string, text: string): number {
  const value = Number(token);
  if (!Number.isSafeInteger(value)) throw refusal(text, `${token} is too large`);
  return value;
}

function areEqual(left: unknown, right: unknown): boolean {
  return left !== undefined && right !== undefined && isDeepStrictEqual(left, right);
}

function refusal(text: string, why: string): Error {
  return new Error(
    `The expression "${text}" cannot be used: ${why}. Write terms like event.data.id == async.data.id or event.data.kind != 'x', joined by &&.`,
  );
}
