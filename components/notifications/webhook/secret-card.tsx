"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { NewWebhookSecret, WebhookOverview } from "@/lib/http/notifications/cockpit-schemas";
import { SECRET_TEXTS } from "../../texts/en/webhook-texts";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { CodeRegion } from "../../ui/code-region";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Disclosure } from "../../ui/disclosure";
import { LocalTime } from "../../ui/local-time";
import { useToasts } from "../../ui/toast";
import { messageOf } from "../log/message-of";
import { webhookCalls } from "../log/webhook-calls";
import { NewSecretDialog } from "./new-secret-dialog";
import { Points } from "./points";

type Secret = WebhookOverview["secret"];

/** The signing secret: whether one is set, and how to create a new one. */
export function SecretCard({
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
