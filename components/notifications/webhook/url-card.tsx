"use client";

import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { WebhookOverview } from "@/lib/http/notifications/cockpit-schemas";
import { WEBHOOK_TEXTS } from "../../texts/en/webhook-texts";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { TextField } from "../../ui/field";
import { useEarlyTyping } from "../../ui/use-early-typing";
import { BuiltInReceiver } from "./built-in-receiver";
import { RemoveUrlDialog } from "./remove-url-dialog";
import { SavedUrlResult } from "./saved-url-result";
import { UrlExplanation } from "./url-explanation";
import { UrlOvertaken } from "./url-overtaken";
import { useUrlDraft } from "./use-url-draft";
import { useWebhookUrl } from "./use-webhook-url";

/**
 * The field "Webhook URL": validated after each pause in typing, and saved together with a test that shows the receiver's
 * response.
 */
export function UrlCard({
  overview: { url, policy },
  onOverview,
}: {
  readonly overview: WebhookOverview;
  readonly onOverview: (overview: WebhookOverview) => unknown;
}) {
  const draft = useUrlDraft(url, policy);
  const { busy, outcome, save, remove, closeOutcome } = useWebhookUrl(url, draft, onOverview);
  const [isRemoving, setRemoving] = useState(false);
  const input = useEarlyTyping(draft.text, draft.type);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const objection = draft.objection();
    if (objection) draft.refuse(objection);
    else if (busy === null) void save(draft.address);
  };
  return (
    <Card title={WEBHOOK_TEXTS.urlTitle}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {draft.isOvertaken && (
          <UrlOvertaken url={url} isBusy={busy !== null} onTake={draft.forget} />
        )}
        <TextField
          label={WEBHOOK_TEXTS.urlLabel}
          description={WEBHOOK_TEXTS.urlDescription}
          error={draft.error}
          ref={input}
          type="url"
          name="webhook-url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          placeholder={WEBHOOK_TEXTS.urlPlaceholder}
          value={draft.text}
          readOnly={busy !== null}
          onChange={(event) => draft.type(event.target.value)}
          onBlur={draft.judge}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" disabled={busy !== null}>
            <Send aria-hidden />
            {busy === "saving" ? WEBHOOK_TEXTS.saving : WEBHOOK_TEXTS.save}
          </Button>
          {url !== null && (
            <Button disabled={busy !== null} onClick={() => setRemoving(true)}>
              {WEBHOOK_TEXTS.remove}
            </Button>
          )}
        </div>
      </form>
      <SavedUrlResult
        // The URL has been changed since, so the response of the previous receiver would be misleading.
        saved={outcome?.url === url ? outcome : null}
        isBusy={busy !== null}
        onPutBack={(previous) => void save(previous)}
        onRemove={() => setRemoving(true)}
        onClose={closeOutcome}
      />
      <BuiltInReceiver
        origin={policy.builtInOrigin}
        address={draft.address}
        isBusy={busy !== null}
        onUse={(address) => {
          draft.type(address);
          // The button that has the focus is about to disappear, and the user should check the field that it has filled
          // in.
          input.current?.focus();
        }}
      />
      <UrlExplanation />
      <RemoveUrlDialog
        isOpen={isRemoving}
        isBusy={busy === "removing"}
        onClose={() => setRemoving(false)}
        onConfirm={() => void remove().then(() => setRemoving(false))}
      />
    </Card>
  );
}
