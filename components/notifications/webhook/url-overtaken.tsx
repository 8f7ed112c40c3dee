import { WEBHOOK_TEXTS } from "../../texts/en/webhook-texts";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";

/** Says that another administrator saved a different URL while the user was typing this one. */
export function UrlOvertaken({
  url,
  isBusy,
  onTake,
}: {
  readonly url: string | null;
  readonly isBusy: boolean;
  readonly onTake: () => void;
}) {
  return (
    <Notice tone="wait" title={WEBHOOK_TEXTS.changedByOther(url)} isAnnounced>
      {url !== null && (
        <p>
          {WEBHOOK_TEXTS.changedByOtherNow} <bdi className="break-all font-mono">{url}</bdi>
        </p>
      )}
      <p>{WEBHOOK_TEXTS.changedByOtherHelp}</p>
      <Button size="tiny" className="mt-2" disabled={isBusy} onClick={onTake}>
        {WEBHOOK_TEXTS.takeTheirs}
      </Button>
    </Notice>
  );
}
