/** The HTTP status and title of an error code, and the text of the page about it. */
export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** The advice on the page that the problem's `type` links to. */
  readonly help: string;
}
