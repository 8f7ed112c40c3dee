/** What the page of one's own account says. */
export const ACCOUNT_TEXTS = {
  title: "Your account",
  signedInAs: (name: string, email: string) => `${name} · ${email}`,
  passwordTitle: "Change password",
  passwordHelp:
    "At least 12 characters; a sentence is easier to remember than a riddle. Every session of yours ends with the change, also this one.",
  current: "Current password",
  next: "New password",
  repeat: "New password again",
  notTheSame: "This is not the same as above.",
  fieldProblem: (problem: string) => `The new password ${problem}.`,
  submit: "Change password",
  busy: "Changing …",
} as const;
