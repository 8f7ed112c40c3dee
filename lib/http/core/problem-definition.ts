/** What an error code means in HTTP, and the text of its page. */
export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** What to do, for the page that the problem's `type` links to. */
  readonly help: string;
}
