/** What an error code means over HTTP, and the text of its page. */
export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** What to do, for the page behind the problem's `type`. */
  readonly help: string;
}
