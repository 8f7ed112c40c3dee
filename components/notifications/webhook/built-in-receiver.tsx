import { FlaskConical } from "lucide-react";
import { WEBHOOK_TEXTS } from "../../texts/en/webhook-texts";
import { Button } from "../../ui/button";

/** The built-in receiver, for users who do not have their own yet. */
export function BuiltInReceiver({
  origin,
  address,
  isBusy,
  onUse,
}: {
  /** The origin of the built-in receiver; null if there is none. */
  readonly origin: string | null;
  /** The current text of the webhook URL field. */
  readonly address: string;
  /** Whether the field is read-only. */
  readonly isBusy: boolean;
  readonly onUse: (url: string) => void;
}) {
  if (origin === null) return null;
  const isUsed = URL.canParse(address) && new URL(address).origin === origin;
  return (
    <div className="mt-5 flex flex-col gap-3 rounded-lg bg-sunken/60 p-4 text-sm">
      <p className="text-quiet">{WEBHOOK_TEXTS.builtInHint}</p>
      {!isUsed && (
        <Button className="self-start" disabled={isBusy} onClick={() => onUse(`${origin}/cockpit`)}>
          <FlaskConical aria-hidden />
          {WEBHOOK_TEXTS.fillBuiltIn}
        </Button>
      )}
    </div>
  );
}
