"use client";

import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { formatCountdown, formatMinuteAfter } from "../texts/en/format";
import { SIGN_IN_TEXTS } from "../texts/en/sign-in-texts";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { useEarlyTyping } from "../ui/use-early-typing";
import { useEverySecond } from "../ui/use-every-second";
import { type SignInOutcome, signIn } from "./sign-in";

/**
 * Asks for the email and password, and then for a code if the user has a second factor. After a successful sign-in, the
 * button stays disabled until the caller replaces the form. After too many attempts, it is disabled until the wait is
 * over.
 */
export function SignInForm({
  email: givenEmail = "",
  onSignedIn,
}: {
  /** Set if the user's email is already known. */
  readonly email?: string;
  /** Receives the email as it was typed. */
  readonly onSignedIn: (email: string) => void;
}) {
  const [email, setEmail] = useState(givenEmail);
  const [password, setPassword] = useState("");
  /** null until a code is required. */
  const [code, setCode] = useState<string | null>(null);
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [throttle, setThrottle] = useState<Throttle | null>(null);
  const [refusals, setRefusals] = useState(0);
  const secondsLeft = useSecondsLeft(throttle);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    setCodeProblem(null);
    setThrottle(null);
    const outcome = await signIn(email, password, code ?? "");
    if (outcome.kind === "signed-in") return onSignedIn(email);
    setBusy(false);
    if (outcome.kind !== "code-needed") setRefusals((count) => count + 1);
    if (outcome.kind === "throttled") setThrottle(throttleOf(outcome.retryAfterSeconds));
    else if (outcome.kind === "code-needed") setCode("");
    else if (outcome.kind === "code-refused") setCodeProblem(SIGN_IN_TEXTS.codeRefused);
    else setProblem(sentenceFor(outcome));
  }

  function goBack() {
    setRefusals(0);
    setCode(null);
    setCodeProblem(null);
    setProblem(null);
    setThrottle(null);
  }

  function changeEmail(text: string) {
    setEmail(text);
    // The email has changed, and the rate limit may apply only to the previous account.
    setThrottle(null);
  }

  return (
    // POST, in case the form is submitted before the scripts have started: a password must never appear in a URL.
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {problem && <Notice tone="alarm" title={problem} isAnnounced />}
      <ThrottleNotice throttle={throttle} secondsLeft={secondsLeft} />
      {code === null ? (
        <PasswordStep
          email={email}
          password={password}
          refusals={refusals}
          isEmailKnown={givenEmail !== ""}
          onEmail={changeEmail}
          onPassword={setPassword}
        />
      ) : (
        <CodeStep
          email={email}
          code={code}
          error={codeProblem}
          refusals={refusals}
          onChange={setCode}
          onBack={goBack}
        />
      )}
      <Button type="submit" tone="primary" size="large" disabled={isBusy || secondsLeft > 0}>
        {isBusy ? SIGN_IN_TEXTS.busy : SIGN_IN_TEXTS.submit}
      </Button>
    </form>
  );
}

function PasswordStep({
  email,
  password,
  refusals,
  isEmailKnown,
  onEmail,
  onPassword,
}: {
  readonly email: string;
  readonly password: string;
  readonly refusals: number;
  /** If true, only the password has to be entered. */
  readonly isEmailKnown: boolean;
  readonly onEmail: (email: string) => void;
  readonly onPassword: (password: string) => void;
}) {
  const emailInput = useEarlyTyping(email, onEmail);
  const passwordInput = useEarlyTyping(password, onPassword);
  useFocusAgain(passwordInput, refusals);
  return (
    <>
      <TextField
        label={SIGN_IN_TEXTS.email}
        name="email"
        ref={emailInput}
        type="email"
        autoComplete="username"
        autoFocus={!isEmailKnown}
        required
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <PasswordField
        label={SIGN_IN_TEXTS.password}
        name="password"
        ref={passwordInput}
        autoComplete="current-password"
        autoFocus={isEmailKnown}
        required
        value={password}
        onChange={(event) => onPassword(event.target.value)}
      />
    </>
  );
}

const throttleOf = (seconds: number): Throttle => ({ untilMs: Date.now() + seconds * 1000 });

function sentenceFor({ kind }: SignInOutcome): string {
  if (kind === "cookies-needed") return SIGN_IN_TEXTS.cookiesNeeded;
  return kind === "refused" ? SIGN_IN_TEXTS.refused : SIGN_IN_TEXTS.unreachable;
}

/** The time until which every sign-in attempt is rejected. */
interface Throttle {
  /** On this machine's clock, as returned by Date.now(). */
  readonly untilMs: number;
}

/** Returns the seconds left, updated every second; 0 if the wait is over or if there is none. */
function useSecondsLeft(throttle: Throttle | null): number {
  const secondsLeft = () =>
    throttle === null ? 0 : Math.max(0, Math.ceil((throttle.untilMs - Date.now()) / 1000));
  return useEverySecond(secondsLeft, throttle !== null) ?? 0;
}

/**
 * Counts down until the user may try again, then says that they can. Screen readers announce the wait once, and its end
 * politely. Both states have two lines, even on the narrowest phones, so that nothing below moves.
 */
function ThrottleNotice({
  throttle,
  secondsLeft,
}: {
  readonly throttle: Throttle | null;
  readonly secondsLeft: number;
}) {
  const texts = SIGN_IN_TEXTS.throttled;
  const isOver = throttle !== null && secondsLeft === 0;
  return (
    <>
      {throttle && !isOver && (
        <Notice tone="alarm" title={texts.title} isAnnounced>
          <span aria-hidden className="tabular-nums">
            {texts.tryIn(formatCountdown(secondsLeft))}
          </span>
          <span className="sr-only">{texts.tryAt(formatMinuteAfter(throttle.untilMs))}</span>
        </Notice>
      )}
      {/* Always rendered, because screen readers often skip a region that appears together with its text. It has no box, so it adds no gap. */}
      <div role="status" className="contents">
        {isOver && (
          <Notice tone="note" title={texts.overTitle}>
            {texts.over}
          </Notice>
        )}
      </div>
    </>
  );
}

/** The second step of signing in: asks for the second factor's code. Its field is focused from the start. */
function CodeStep({
  email,
  code,
  error,
  refusals,
  onChange,
  onBack,
}: {
  readonly email: string;
  readonly code: string;
  /** The problem with the submitted code; null if there is none. */
  readonly error: string | null;
  /** How many times a code has been rejected so far. */
  readonly refusals: number;
  readonly onChange: (code: string) => void;
  /** Returns to the email and the password. */
  readonly onBack: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useFocusAgain(input, refusals);
  return (
    <>
      <Notice tone="note" title={SIGN_IN_TEXTS.codeNeeded} isAnnounced>
        <span className="break-words">{SIGN_IN_TEXTS.codeNeededHelp(email)}</span>
      </Notice>
      <TextField
        label={SIGN_IN_TEXTS.code}
        name="code"
        ref={input}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={code}
        description={SIGN_IN_TEXTS.codeHelp}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="text-quiet text-sm">{SIGN_IN_TEXTS.codeLost}</p>
      <Button tone="quiet" className="self-start" onClick={onBack}>
        {SIGN_IN_TEXTS.backToPassword}
      </Button>
    </>
  );
}

/**
 * Focuses an input and selects its text each time `refusals` grows. The button that the user pressed was disabled during
 * the call and has lost the focus.
 */
function useFocusAgain(input: RefObject<HTMLInputElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [input, refusals]);
}
