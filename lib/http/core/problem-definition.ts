/** What an error code means over HTTP, and what its page tells people. */
export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** What to do, for the page behind the problem's `type`. */
  readonly help: string;
}
