/** Text for the account page. */
export const ACCOUNT_TEXTS = {
  title: "Your account",
  signedInAs: (name: string, email: string) => `${name} · ${email}`,
  secondFactorTitle: "Second factor",
  passwordTitle: "Change password",
  passwordHelp:
    "Use at least 12 characters; a sentence is easy to remember. You will be signed out everywhere else.",
  chooseHelp: "Use at least 12 characters; a sentence is easy to remember.",
  current: "Current password",
  next: "New password",
  repeat: "Repeat new password",
  notTheSame: "The passwords do not match.",
  fieldProblem: (problem: string) => `The new password ${problem}.`,
  throttled: (duration: string) => `Too many wrong passwords. Try again in ${duration}.`,
  submit: "Change password",
  busy: "Changing…",
  changed: "Your password was changed",
  changedHelp: "You are still signed in here. Your other sessions have ended.",
} as const;

/** Text for the list of the user's own sessions. */
export const SESSION_TEXTS = {
  title: "Sessions",
  help: "These browsers are signed in to your account. End a session that you do not recognise, then change your password.",
  list: "Your sessions",
  this: "This session",
  device: ({ browser, system }: { browser: string | null; system: string | null }) => {
    if (browser === null)
      return system === null ? "Unknown device" : `Unknown browser on ${system}`;
    return system === null ? browser : `${browser} on ${system}`;
  },
  unknownAddress: "Unknown address",
  whereAndHow: (address: string, how: readonly string[]) => `${address} · ${how.join(" + ")}`,
  signedIn: "Signed in",
  lastSeen: "Last seen",
  methods: { password: "Password", "single-sign-on": "Single sign-on" },
  secondFactor: "second factor",
  end: "End session",
  endOf: (device: string, address: string) => `End session: ${device}, ${address}`,
  ended: "Session ended",
  notEnded: "The session was not ended",
  endOthers: "End all other sessions",
  endOthersTitle: "End all other sessions?",
  endOthersHelp:
    "All other browsers will be signed out within 5 seconds. You will stay signed in here.",
  endedOthers: (count: number) =>
    count === 1 ? "1 other session ended" : `${count} other sessions ended`,
  notEndedOthers: "The other sessions were not ended",
} as const;
