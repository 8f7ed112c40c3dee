import { TEST_TEXTS } from "../../texts/en/webhook-texts";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import { isReceived } from "../log/attempt-words";
import { TestAnswer, TestNotice } from "./test-result";
import type { SavedUrl } from "./use-webhook-url";

/**
 * The result of saving: that the URL was saved, the receiver's response to the test, and how to undo the change if the
 * response was not a 200.
 */
export function SavedUrlResult({
  saved,
  ...acts
}: {
  /** null until a URL has been saved. The region is rendered anyway, so that the result is announced. */
  readonly saved: SavedUrl | null;
  readonly isBusy: boolean;
  readonly onPutBack: (url: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  return (
    <>
      <div aria-live="polite">{saved && <Verdict saved={saved} />}</div>
      {saved && <Answer saved={saved} {...acts} />}
    </>
  );
}

function Verdict({ saved: { test, problem } }: { readonly saved: SavedUrl }) {
  if (!test) {
    return (
      <Notice tone="wait" title={TEST_TEXTS.savedWithoutTest} className="mt-5">
        {problem}
      </Notice>
    );
  }
  return <TestNotice test={test} prefix={TEST_TEXTS.savedTitle} className="mt-5" />;
}

function Answer({
  saved: { url, previousUrl, test },
  isBusy,
  onPutBack,
  onRemove,
  onClose,
}: {
  readonly saved: SavedUrl;
  readonly isBusy: boolean;
  readonly onPutBack: (url: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  const hasArrived = isReceived(test?.lastAttempt?.status ?? null);
  return (
    <div className="mt-3 flex flex-col gap-3">
      {!hasArrived && <p className="text-sm text-quiet">{TEST_TEXTS.savedDespite}</p>}
      {test && <TestAnswer test={test} of={TEST_TEXTS.ofSaving} />}
      <div className="flex flex-wrap gap-2">
        {!hasArrived && previousUrl !== null && previousUrl !== url && (
          <Button
            disabled={isBusy}
            onClick={() => onPutBack(previousUrl)}
            className="h-auto whitespace-normal break-all py-1.5 text-left"
          >
            {TEST_TEXTS.putBack(previousUrl)}
          </Button>
        )}
        {!hasArrived && previousUrl === null && (
          <Button disabled={isBusy} onClick={onRemove}>
            {TEST_TEXTS.removeAgain}
          </Button>
        )}
        <Button onClick={onClose}>{TEST_TEXTS.close}</Button>
      </div>
    </div>
  );
}
