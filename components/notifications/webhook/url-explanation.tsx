import { WEBHOOK_TEXTS } from "../../texts/en/webhook-texts";
import { CodeRegion } from "../../ui/code-region";
import { Disclosure } from "../../ui/disclosure";
import { Points } from "./points";

/** Explains what is sent to the webhook URL. */
export function UrlExplanation() {
  return (
    <Disclosure summary={WEBHOOK_TEXTS.how} className="mt-5">
      <div className="flex flex-col gap-4 text-sm">
        <Points points={WEBHOOK_TEXTS.howPoints} />
        <div>
          <h3 className="font-medium">{WEBHOOK_TEXTS.exampleTitle}</h3>
          <p className="mb-2 text-quiet">{WEBHOOK_TEXTS.exampleNote}</p>
          <CodeRegion label={WEBHOOK_TEXTS.exampleTitle} text={WEBHOOK_TEXTS.example} />
        </div>
      </div>
    </Disclosure>
  );
}
