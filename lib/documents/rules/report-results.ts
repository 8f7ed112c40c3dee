import { STATUS } from "./status";

/** One result that does not go with the reported status. */
export interface ResultProblem {
  readonly property: "classification" | "failure" | "run";
  readonly problem: string;
}

const { processing, waitingForReview, approved, uploadFailed } = STATUS;

/** With which reported statuses a result may come; a status that is named nowhere takes none. */
const TAKEN_WITH: Record<ResultProblem["property"], readonly number[]> = {
  classification: [waitingForReview, approved],
  failure: [waitingForReview, uploadFailed],
  run: [processing, waitingForReview, approved],
};

/** What is wrong with the results that came with a reported status; empty when nothing is. */
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
