/** Runs the works one after another, in the order of the calls; the answer is the work's own. */
export type Lane = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A lane in which nothing runs yet. */
export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
