import { STATUS } from "./status";

/** A result that does not match the reported status. */
export interface ResultProblem {
  readonly property: "classification" | "failure" | "run";
  readonly problem: string;
}

const { processing, waitingForReview, approved, uploadFailed } = STATUS;

/** The reported statuses that accept each result; other statuses accept none. */
const TAKEN_WITH: Record<ResultProblem["property"], readonly number[]> = {
  classification: [waitingForReview, approved],
  failure: [waitingForReview, uploadFailed],
  run: [processing, waitingForReview, approved],
};

/** Returns the problems with the results of a reported status; empty if there are none. */
export function resultProblems(report: {
  readonly status: number;
  readonly classification?: unknown;
  readonly failure?: unknown;
  readonly run?: unknown;
}): readonly ResultProblem[] {
  const { status, classification, failure } = report;
  if (status === waitingForReview && classification === undefined && failure === undefined) {
    const problem = `is missing: status ${status} needs a classification or a failure for the reviewer`;
    return [{ property: "classification", problem }];
  }
  return (["classification", "failure", "run"] as const)
    .filter((property) => report[property] !== undefined)
    .filter((property) => !TAKEN_WITH[property].includes(status))
    .map((property) => ({
      property,
      problem: `is only possible with status ${TAKEN_WITH[property].join(" or ")}`,
    }));
}
