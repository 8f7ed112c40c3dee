"use client";

import { type FormEvent, useState } from "react";
import { SIGN_IN_TEXTS } from "../texts/en/shell-texts";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { useEarlyTyping } from "../ui/use-early-typing";
import { type SignInOutcome, signIn } from "./sign-in";
import { type Throttle, ThrottleNotice, useSecondsLeft } from "./throttle-notice";

/** Email and password; stays busy after the right ones, until its caller has moved on. After too many attempts, the button is disabled until the wait is over. */
export function SignInForm({
  email: givenEmail = "",
  onSignedIn,
}: {
  /** Of whom it is known already. */
  readonly email?: string;
  /** Gets the email as it was typed. */
  readonly onSignedIn: (email: string) => void;
}) {
  const [email, setEmail] = useState(givenEmail);
  const [password, setPassword] = useState("");
  const emailInput = useEarlyTyping(email, setEmail);
  const passwordInput = useEarlyTyping(password, setPassword);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [throttle, setThrottle] = useState<Throttle | null>(null);
  const secondsLeft = useSecondsLeft(throttle);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    setThrottle(null);
    const outcome = await signIn(email, password);
    if (outcome.kind === "signed-in") return onSignedIn(email);
    setBusy(false);
    if (outcome.kind === "throttled") setThrottle(throttleOf(outcome.retryAfterSeconds));
    else setProblem(sentenceFor(outcome));
  }

  function changeEmail(text: string) {
    setEmail(text);
    // It may count for that account alone.
    setThrottle(null);
  }

  return (
    // Posted, should it be sent before the scripts have started: a password must not stand in an address.
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {problem && <Notice tone="alarm" title={problem} isAnnounced />}
      <ThrottleNotice throttle={throttle} secondsLeft={secondsLeft} />
      <TextField
        label={SIGN_IN_TEXTS.email}
        name="email"
        ref={emailInput}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => changeEmail(event.target.value)}
      />
      <TextField
        label={SIGN_IN_TEXTS.password}
        name="password"
        ref={passwordInput}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" tone="primary" size="large" disabled={isBusy || secondsLeft > 0}>
        {isBusy ? SIGN_IN_TEXTS.busy : SIGN_IN_TEXTS.submit}
      </Button>
    </form>
  );
}

const throttleOf = (seconds: number): Throttle => ({ untilMs: Date.now() + seconds * 1000 });

function sentenceFor({ kind }: SignInOutcome): string {
  if (kind === "cookies-needed") return SIGN_IN_TEXTS.cookiesNeeded;
  return kind === "refused" ? SIGN_IN_TEXTS.refused : SIGN_IN_TEXTS.unreachable;
}
