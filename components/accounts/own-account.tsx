"use client";

import { CircleCheck, Monitor, Smartphone } from "lucide-react";
import { type FormEvent, useState } from "react";
import useSWR from "swr";
import { passwordProblem } from "@/lib/accounts/rules/password";
import type { EndedSessions, OwnSession, OwnSessions } from "@/lib/http/accounts/cockpit-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { CockpitProblem, callCockpit } from "../api/call-cockpit";
import { SWR_OPTIONS } from "../api/swr-options";
import { ACCOUNT_TEXTS, SESSION_TEXTS } from "../texts/en/account-texts";
import { formatDuration } from "../texts/en/format";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { LoadFailure } from "../ui/load-failure";
import { LocalTime } from "../ui/local-time";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { useToasts } from "../ui/toast";

/**
 * The password and the sessions of the signed-in user. Changing the password ends sessions, so the list is then
 * refreshed.
 */
export function OwnAccount({ sessions }: { readonly sessions: OwnSessions }) {
  const options = { ...SWR_OPTIONS, fallbackData: sessions };
  const { data, error, mutate } = useSWR<OwnSessions>(OWN_SESSIONS_PATH, options);
  return (
    <div className="mt-8 flex flex-col gap-5">
      <Card title={ACCOUNT_TEXTS.passwordTitle}>
        <PasswordForm onChanged={() => mutate()} />
      </Card>
      <OwnSessionList items={(data ?? sessions).items} error={error} onChanged={() => mutate()} />
    </div>
  );
}

type Problems = Partial<Record<"currentPassword" | "newPassword" | "repeated" | "whole", string>>;

/** Changes the user's own password, which ends every other session; `onChanged` runs afterwards. */
function PasswordForm({ onChanged }: { readonly onChanged: () => unknown }) {
  const [isBusy, setBusy] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [problems, setProblems] = useState<Problems>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const passwords = readForm(form);
    setChanged(false);
    const found = problemsOf(passwords);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { currentPassword, newPassword } = passwords;
      const body = { currentPassword, newPassword };
      await callCockpit("POST", "/api/cockpit/account/password", { body });
      form.reset();
      setChanged(true);
      onChanged();
    } catch (error) {
      setProblems(problemsFrom(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    // POST, in case the form is submitted before the scripts have started: a password must never appear in a URL.
    <form
      method="post"
      onSubmit={(event) => void submit(event)}
      className="flex max-w-md flex-col gap-4"
    >
      {problems.whole && <Notice tone="alarm" title={problems.whole} isAnnounced />}
      {isChanged && (
        <Notice tone="go" title={ACCOUNT_TEXTS.changed} isAnnounced>
          {ACCOUNT_TEXTS.changedHelp}
        </Notice>
      )}
      <PasswordField
        label={ACCOUNT_TEXTS.current}
        name="currentPassword"
        autoComplete="current-password"
        required
        error={problems.currentPassword}
      />
      <PasswordField
        label={ACCOUNT_TEXTS.next}
        name="newPassword"
        autoComplete="new-password"
        required
        description={ACCOUNT_TEXTS.passwordHelp}
        error={problems.newPassword}
      />
      <PasswordField
        label={ACCOUNT_TEXTS.repeat}
        name="repeated"
        autoComplete="new-password"
        required
        error={problems.repeated}
      />
      <Button type="submit" tone="primary" className="self-start" disabled={isBusy}>
        {isBusy ? ACCOUNT_TEXTS.busy : ACCOUNT_TEXTS.submit}
      </Button>
    </form>
  );
}

function readForm(form: HTMLFormElement) {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  return {
    currentPassword: text("currentPassword"),
    newPassword: text("newPassword"),
    repeated: text("repeated"),
  };
}

function problemsOf({ newPassword, repeated }: ReturnType<typeof readForm>): Problems {
  const problem = passwordProblem(newPassword);
  if (problem) return { newPassword: ACCOUNT_TEXTS.fieldProblem(problem) };
  return newPassword === repeated ? {} : { repeated: ACCOUNT_TEXTS.notTheSame };
}

function problemsFrom(error: unknown): Problems {
  if (!(error instanceof CockpitProblem)) throw error;
  const at = (pointer: string) => error.errors.find((each) => each.pointer === pointer)?.detail;
  if (error.code === "sign-in-refused") return { currentPassword: error.detail };
  if (error.code === "rate-limited" && error.retryAfterSeconds !== null) {
    return { whole: ACCOUNT_TEXTS.throttled(formatDuration(error.retryAfterSeconds)) };
  }
  const newPassword = at("#/newPassword");
  return newPassword
    ? { newPassword: ACCOUNT_TEXTS.fieldProblem(newPassword) }
    : { whole: error.detail };
}

interface ListParts {
  readonly items: readonly OwnSession[];
  /** Why the list could not be refreshed; undefined if it could. */
  readonly error: unknown;
  readonly onChanged: () => unknown;
}

/** The user's sessions, with buttons to end them. A session disappears once it has ended. */
function OwnSessionList({ items, error, onChanged }: ListParts) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, endOne, endOthers } = useEnding(onChanged);
  const hasOthers = items.some(({ isThis }) => !isThis);
  return (
    <Card
      id="sessions"
      title={SESSION_TEXTS.title}
      action={
        hasOthers && (
          <Button onClick={() => setAsking(true)} disabled={isBusy}>
            {SESSION_TEXTS.endOthers}
          </Button>
        )
      }
    >
      <p className="mb-4 max-w-prose text-sm text-quiet">{SESSION_TEXTS.help}</p>
      {error !== undefined && (
        <LoadFailure error={error} isOlderShown onRetry={() => void onChanged()} />
      )}
      <ul aria-label={SESSION_TEXTS.list} className="divide-y divide-line border-y border-line">
        {items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() => void endOne(session.id)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={SESSION_TEXTS.endOthersTitle}
        description={SESSION_TEXTS.endOthersHelp}
        confirm={SESSION_TEXTS.endOthers}
        isBusy={isBusy}
        onConfirm={() => void endOthers().finally(() => setAsking(false))}
      />
    </Card>
  );
}

const PHONES: readonly (string | null)[] = ["iPhone", "iPad", "Android"];

function SessionRow({
  session,
  isBusy,
  onEnd,
}: {
  readonly session: OwnSession;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}) {
  const { isThis, address, method, hasSecondFactor, createdAt, lastSeenAt } = session;
  const Icon = PHONES.includes(session.system) ? Smartphone : Monitor;
  const device = SESSION_TEXTS.device(session);
  const place = address ?? SESSION_TEXTS.unknownAddress;
  const how = [
    SESSION_TEXTS.methods[method],
    ...(hasSecondFactor ? [SESSION_TEXTS.secondFactor] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden className="size-6 shrink-0 text-quiet" />
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {device}
          {isThis && (
            <span className="inline-flex min-h-6 items-center gap-1.5 rounded-full bg-go-soft px-2 text-xs text-go">
              <CircleCheck aria-hidden className="size-3.5" />
              {SESSION_TEXTS.this}
            </span>
          )}
        </p>
        <p className="mt-0.5 text-sm break-words text-quiet">
          {SESSION_TEXTS.whereAndHow(place, how)}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-quiet">
          <span>
            {SESSION_TEXTS.signedIn} <LocalTime at={createdAt} />
          </span>
          <span>
            {SESSION_TEXTS.lastSeen} <LocalTime at={lastSeenAt} look="relative" />
          </span>
        </p>
      </div>
      {!isThis && (
        <Button
          className="max-sm:ml-10"
          onClick={onEnd}
          disabled={isBusy}
          aria-label={SESSION_TEXTS.endOf(device, place)}
        >
          {SESSION_TEXTS.end}
        </Button>
      )}
    </li>
  );
}

function useEnding(onChanged: () => unknown) {
  const [isBusy, setBusy] = useState(false);
  const toasts = useToasts();
  const run = async (end: () => Promise<string>, failed: string) => {
    setBusy(true);
    try {
      toasts.done(await end());
      await onChanged();
    } catch (error) {
      toasts.failed(failed, errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    endOne: (id: string) =>
      run(async () => {
        await ownSessionCalls.endOne(id);
        return SESSION_TEXTS.ended;
      }, SESSION_TEXTS.notEnded),
    endOthers: () =>
      run(async () => {
        const { endedCount } = await ownSessionCalls.endOthers();
        return SESSION_TEXTS.endedOthers(endedCount);
      }, SESSION_TEXTS.notEndedOthers),
  };
}

/** The path of the user's own sessions. */
const OWN_SESSIONS_PATH = "/api/cockpit/account/sessions";

/** Ends sessions of the signed-in user. */
const ownSessionCalls = {
  endOne: (id: string) => callCockpit<void>("DELETE", `${OWN_SESSIONS_PATH}/${id}`),
  endOthers: () => callCockpit<EndedSessions>("DELETE", OWN_SESSIONS_PATH),
} as const;
