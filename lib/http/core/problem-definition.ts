/** The HTTP status and title of an error code, and the text of its page. */
export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** Advice for the page that the problem's `type` links to. */
  readonly help: string;
}
