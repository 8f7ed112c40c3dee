"use client";

import { KeyRound, Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import useSWR from "swr";
import type { NewWebhookSecret, WebhookOverview } from "@/lib/http/notifications/cockpit-schemas";
import { SWR_OPTIONS } from "../../api/swr-options";
import type { LiveNews } from "../../live/live-connection";
import { useLiveRefresh } from "../../live/live-provider";
import { SECRET_TEXTS, WEBHOOK_TEXTS } from "../../texts/en/webhook-texts";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Disclosure } from "../../ui/disclosure";
import { TextField } from "../../ui/field";
import { LoadFailure } from "../../ui/load-failure";
import { LocalTime } from "../../ui/local-time";
import { Notice, Points } from "../../ui/notice";
import { CodeRegion } from "../../ui/scroll-region";
import { useToasts } from "../../ui/toast";
import { useEarlyTyping } from "../../ui/use-early-typing";
import { DeliveryLog } from "../list/delivery-log";
import type { LogQuery } from "../log/log-query";
import { type LogPage, WEBHOOK_PATH, webhookCalls } from "../log/webhook-calls";
import { messageOf } from "../message-of";
import { BuiltInReceiver } from "./built-in-receiver";
import { HealthCard } from "./health-card";
import { NewSecretDialog } from "./new-secret-dialog";
import { SavedUrlResult } from "./saved-url-result";
import { useUrlDraft } from "./use-url-draft";
import { useWebhookUrl } from "./use-webhook-url";

/**
 * The whole page "External document management": the webhook URL, the signing secret, the receiver's health, and the
 * delivery log.
 */
export function WebhookAdministration({
  overview: initialOverview,
  log,
}: {
  readonly overview: WebhookOverview;
  readonly log: { readonly query: LogQuery; readonly page: LogPage };
}) {
  const { overview, error, refresh, take } = useWebhookOverview(initialOverview);
  return (
    <div className="flex flex-col gap-5">
      {error !== undefined && (
        <LoadFailure error={error} isOlderShown onRetry={() => void refresh()} />
      )}
      <UrlCard overview={overview} onOverview={take} />
      <SecretCard secret={overview.secret} onChanged={refresh} />
      <HealthCard overview={overview} onSent={refresh} />
      <DeliveryLog initial={log} onSent={refresh} />
    </div>
  );
}

/** Status changes concern the overview too: they count as waiting until they are in a notification. */
const concerns = (news: LiveNews) =>
  news === "everything" || news.areNotificationsChanged || news.assetIdentifiers.length > 0;

/**
 * Returns the webhook URL and the receiver's health, updated live; `take` applies a response that already contains them.
 */
function useWebhookOverview(initial: WebhookOverview) {
  const { data, error, mutate } = useSWR<WebhookOverview>(WEBHOOK_PATH, {
    ...SWR_OPTIONS,
    fallbackData: initial,
  });
  useLiveRefresh(() => mutate(), concerns);
  return {
    overview: data ?? initial,
    error: error as unknown,
    refresh: () => mutate(),
    take: (answer: WebhookOverview) => mutate(answer, { revalidate: false }),
  };
}

/**
 * The field "Webhook URL": validated after each pause in typing, and saved together with a test that shows the receiver's
 * response.
 */
function UrlCard({
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

type Secret = WebhookOverview["secret"];

/** The signing secret: whether one is set, and how to create a new one. */
function SecretCard({
  secret,
  onChanged,
}: {
  readonly secret: Secret;
  readonly onChanged: () => unknown;
}) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [created, setCreated] = useState<NewWebhookSecret | null>(null);
  const toasts = useToasts();
  const create = async () => {
    setBusy(true);
    try {
      const secret = await webhookCalls.createSecret();
      setAsking(false);
      setCreated(secret);
      onChanged();
    } catch (error) {
      toasts.failed(SECRET_TEXTS.notCreated, messageOf(error));
    } finally {
      setAsking(false);
      setBusy(false);
    }
  };
  return (
    <Card title={SECRET_TEXTS.title}>
      <p className="text-quiet">{SECRET_TEXTS.intro}</p>
      <SecretState secret={secret} />
      {!secret.isFixed && (
        <Button className="mt-4" onClick={() => setAsking(true)}>
          {SECRET_TEXTS.create}
        </Button>
      )}
      <Recipe />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={SECRET_TEXTS.confirmTitle}
        description={
          secret.isSet ? <Points points={SECRET_TEXTS.confirmPoints} /> : SECRET_TEXTS.confirmFirst
        }
        confirm={SECRET_TEXTS.confirm}
        tone="primary"
        isBusy={isBusy}
        onConfirm={() => void create()}
      />
      <NewSecretDialog created={created} onStored={() => setCreated(null)} />
    </Card>
  );
}

function SecretState({ secret: { isSet, isFixed, previousExpiresAt } }: { secret: Secret }) {
  const [title, help] = isFixed
    ? [SECRET_TEXTS.isFixed, SECRET_TEXTS.isFixedHelp]
    : isSet
      ? [SECRET_TEXTS.isSet, SECRET_TEXTS.isSetHelp]
      : [SECRET_TEXTS.isNotSet, SECRET_TEXTS.isNotSetHelp];
  return (
    <div className="mt-4 flex gap-3 text-sm">
      <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-quiet" />
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-quiet">{help}</p>
        {previousExpiresAt && (
          <p className="mt-1.5">
            {SECRET_TEXTS.previous} <LocalTime at={previousExpiresAt} />
            {"."}
          </p>
        )}
      </div>
    </div>
  );
}

function Recipe() {
  return (
    <Disclosure summary={SECRET_TEXTS.recipe} className="mt-5">
      <p className="mb-2 text-sm text-quiet">{SECRET_TEXTS.recipeIntro}</p>
      <CodeRegion
        label={SECRET_TEXTS.recipe}
        text={SECRET_TEXTS.recipeCode}
        isWrapped={false}
        className="max-h-96"
      />
      <p className="mt-2 text-sm text-quiet">{SECRET_TEXTS.recipeNote}</p>
    </Disclosure>
  );
}

/** Explains what is sent to the webhook URL. */
function UrlExplanation() {
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

/** Says that another administrator saved a different URL while the user was typing this one. */
function UrlOvertaken({
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

/** Explains what removing the webhook URL does before it is removed. */
function RemoveUrlDialog(parts: {
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  return (
    <ConfirmDialog
      {...parts}
      title={WEBHOOK_TEXTS.removeTitle}
      description={<Points points={WEBHOOK_TEXTS.removePoints} />}
      confirm={WEBHOOK_TEXTS.removeConfirm}
    />
  );
}
