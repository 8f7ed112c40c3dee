/** What the frame around every page says. */
export const SHELL_TEXTS = {
  skipToContent: "Skip to content",
  mainNavigation: "Main",
  cockpit: "Cockpit",
  administration: "Administration",
  administrationPages: {
    externalDms: "External document management",
    apiKeys: "API keys",
  },
  account: "Your account",
  accountMenu: (name: string) => `Account menu of ${name}`,
  signedInAs: (email: string, role: string) => `Signed in as ${email} (${role})`,
  changePassword: "Change password",
  documentation: "API documentation",
  signOut: "Sign out",
  notSignedOut: "You are still signed in",
  colours: "Colours",
  themes: { system: "Use device setting", light: "Light", dark: "Dark" },
  live: {
    connecting: "Connecting …",
    live: "Live",
    polling: "Updates every 5 s",
    "signed-out": "Signed out",
    hints: {
      connecting: "Connecting to live updates.",
      live: "This page shows changes within a second.",
      polling:
        "Live updates are interrupted. Until they are back, this page checks for changes every 5 seconds.",
      "signed-out": "Your session has ended. Sign in again to see changes.",
    },
  },
  signInAgain: "Sign in again",
  sessionEnded: {
    title: "Your session has ended",
    description: "Sign in again to continue on this page. Uploads are paused, and nothing is lost.",
  },
} as const;

/** What the sign-in page says. */
export const SIGN_IN_TEXTS = {
  title: "Sign in",
  tagline: "Documents come in at the stage door.",
  email: "Email",
  password: "Password",
  submit: "Sign in",
  busy: "Signing in …",
  passwordChanged: "Your password was changed. Sign in with the new one.",
  signedOut: "You are signed out.",
  firstTime: "First time here?",
  firstTimeHelp:
    "The terminal where Stagedoor was started shows the first administrator’s email and password. An operator can set a new password with:",
  resetCommand: "npm run user -- reset-password <email>",
  refused: "Incorrect email or password. Passwords are case-sensitive.",
  throttled: {
    title: "Too many attempts",
    tryIn: (duration: string) => `Try again in ${duration}.`,
    tryAt: (time: string) => `Try again at ${time}.`,
    overTitle: "You can try again now",
    over: "Select “Sign in”.",
  },
  cookiesNeeded:
    "Your browser blocks cookies for this site. Allow them to sign in, then try again.",
  unreachable: "Stagedoor is not responding. Check your connection, then try again.",
} as const;
