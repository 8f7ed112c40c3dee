/** What the frame around every page says. */
export const SHELL_TEXTS = {
  skipToContent: "Skip to the content",
  mainNavigation: "Main",
  cockpit: "Cockpit",
  administration: "External document management",
  account: "Your account",
  accountMenu: (name: string) => `Account of ${name}`,
  signedInAs: (email: string) => `Signed in as ${email}`,
  changePassword: "Change password",
  documentation: "How systems hand in documents",
  signOut: "Sign out",
  notSignedOut: "You are still signed in",
  colours: "Colours",
  themes: { system: "As the device", light: "Light", dark: "Dark" },
  live: {
    connecting: "Connecting …",
    live: "Live",
    polling: "Updates every 5 s",
    "signed-out": "Signed out",
    hints: {
      connecting: "Changes will show here by themselves in a moment.",
      live: "Changes by anybody show here by themselves, within a second.",
      polling:
        "The live connection is interrupted. This page asks for changes every 5 seconds until it is back.",
      "signed-out": "Your session has ended: nothing changes here until you sign in again.",
    },
  },
  signInAgain: "Sign in again",
  sessionEnded: {
    title: "Your session has ended",
    description:
      "Sign in again to go on where you are. Uploads that were running wait here; nothing of them is lost.",
  },
} as const;

/** What signing in says. */
export const SIGN_IN_TEXTS = {
  title: "Sign in",
  tagline: "Documents come in at the stage door.",
  email: "E-mail",
  password: "Password",
  submit: "Sign in",
  busy: "Signing in …",
  passwordChanged: "Your password was changed. Sign in with the new one.",
  signedOut: "You are signed out.",
  firstTime: "First time here?",
  firstTimeHelp:
    "The terminal in which Stagedoor was started shows the first administrator's e-mail and password. An operator makes a new password with:",
  resetCommand: "npm run user -- reset-password <e-mail>",
  refused: "E-mail or password is not right. Check both; capital letters count in the password.",
  throttled: (seconds: number) =>
    `Too many tries. For safety, the next one is possible in ${Math.max(1, Math.ceil(seconds / 60))} min.`,
  cookiesNeeded:
    "Your browser keeps no cookies for this site, and a session needs one. Allow them, then try again.",
  unreachable: "Stagedoor does not answer. Check your connection and try again.",
} as const;
