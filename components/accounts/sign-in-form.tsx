"use client";

import { type FormEvent, useState } from "react";
import { SIGN_IN_TEXTS } from "../texts/en/shell-texts";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { useEarlyTyping } from "../ui/use-early-typing";
import { CodeStep } from "./code-step";
import { type SignInOutcome, signIn } from "./sign-in";
import { type Throttle, ThrottleNotice, useSecondsLeft } from "./throttle-notice";
import { useFocusAgain } from "./use-focus-again";

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
