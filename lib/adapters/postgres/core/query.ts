import pg from "pg";
import type { Sql } from "sql-template-tag";
import { withDatabase } from "./database-errors";

/** A UUID that no row has and that sorts before all other UUIDs. */
export const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** A statement with its values, as pg takes it: from `statement`, or from `sql` if the filters decide its text. */
export interface Statement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

/** Runs one statement on any connection of a pool. @throws DomainError `database-unavailable` */
export type Query = <Row extends pg.QueryResultRow>(
  statement: Statement | pg.QueryConfig,
) => Promise<pg.QueryResult<Row>>;

/** Creates the function that repositories use to query a pool outside a transaction. */
export const createQuery =
  (pool: pg.Pool): Query =>
  (given) =>
    withDatabase(() => pool.query(given));

/** The place of a value that each call gives, by its name. */
export class Parameter {
  constructor(readonly name: string) {}
}

/** The places of all values of a statement, by their names. */
export type Places<Values> = { readonly [Name in keyof Values]-?: Parameter };

/**
 * Creates a statement from a template whose text is built once, when the program starts, so that it cannot depend on the
 * values of a call (decision 0088). A value that is used several times is sent once. Numbers and strings of the program
 * become literals, because PostgreSQL could not use partial indexes with parameters.
 * @param name if given, PostgreSQL plans the statement once per connection; if null, it plans for the actual values
 * @param build returns the template; it gets the places of the values instead of the values
 * @returns a function from the values of a call to the statement that pg runs
 */
export function statement<Values extends object = object>(
  name: string | null,
  build: (places: Places<Values>) => Sql,
): (...given: keyof Values extends never ? [] : [values: Values]) => Statement {
  // The proxy has a place for every name, and the type allows only the names of values.
  const places = new Proxy({}, { get: (_, of) => new Parameter(String(of)) });
  const { strings, values: parts } = build(places as Places<Values>);
  const names: string[] = [];
  const text = strings.reduce((before, after, index) => {
    return `${before}${textOf(parts[index - 1], names)}${after}`;
  });
  return (...[values]) => ({
    name: name ?? undefined,
    text,
    values: names.map((of) => Reflect.get(values ?? {}, of)),
  });
}

/** Returns the text of a part of a template, and adds the name of a new parameter to the list. */
function textOf(part: unknown, names: string[]): string {
  if (typeof part === "number") return String(part);
  if (typeof part === "string") return pg.escapeLiteral(part);
  if (!(part instanceof Parameter))
    throw new Error("a statement holds neither a value nor a literal");
  if (!names.includes(part.name)) names.push(part.name);
  return `$${names.indexOf(part.name) + 1}`;
}
