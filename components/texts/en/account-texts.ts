/** What the account page says. */
export const ACCOUNT_TEXTS = {
  title: "Your account",
  signedInAs: (name: string, email: string) => `${name} · ${email}`,
  secondFactorTitle: "Second factor",
  passwordTitle: "Change password",
  passwordHelp:
    "Use at least 12 characters; a sentence is easy to remember. You will be signed out everywhere.",
  chooseHelp: "Use at least 12 characters; a sentence is easy to remember.",
  current: "Current password",
  next: "New password",
  repeat: "Repeat new password",
  notTheSame: "The passwords do not match.",
  fieldProblem: (problem: string) => `The new password ${problem}.`,
  throttled: (duration: string) => `Too many wrong passwords. Try again in ${duration}.`,
  submit: "Change password",
  busy: "Changing …",
} as const;
