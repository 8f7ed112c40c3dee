/** Text for the frame around every page. */
export const SHELL_TEXTS = {
  skipToContent: "Skip to content",
  mainNavigation: "Main",
  cockpit: "Cockpit",
  administration: "Administration",
  administrationPages: {
    externalDms: "External document management",
    users: "Users",
    apiKeys: "API keys",
    audit: "Audit log",
  },
  account: "Your account",
  accountMenu: (name: string) => `Account menu of ${name}`,
  signedInAs: (email: string, role: string) => `Signed in as ${email} (${role})`,
  ownAccount: "Password and sessions",
  documentation: "API documentation",
  signOut: "Sign out",
  notSignedOut: "You are still signed in",
  decisionNotSent:
    "A decision about a document was not saved. Check the document, then sign out again.",
  colours: "Colours",
  themes: { system: "Use device setting", light: "Light", dark: "Dark" },
  live: {
    connecting: "Connecting…",
    live: "Live",
    polling: "Updates every 5 s",
    replaced: "Updates every 5 s",
    offline: "Offline",
    "signed-out": "Signed out",
    hints: {
      connecting: "Connecting to live updates.",
      live: "This page shows changes within a second.",
      polling:
        "Live updates are interrupted. Until they are back, this page checks for changes every 5 seconds.",
      replaced:
        "Stagedoor is visible in more than 10 of your windows. This one checks for changes every 5 seconds. Select it to get live updates.",
      offline:
        "Your browser is offline. This page shows changes again when the connection is back.",
      "signed-out": "Your session has ended. Sign in again to see changes.",
    },
  },
  signInAgain: "Sign in again",
  sessionEnded: {
    title: "Your session has ended",
    description: "Sign in again to continue on this page. Uploads are paused, and nothing is lost.",
    inAnotherTab: "You signed out in another tab",
    singleSignOn: (name: string) => `Sign in with ${name} instead.`,
    singleSignOnHelp:
      "You will leave this page and return to it. Unsaved text and unfinished uploads will be lost.",
  },
} as const;

/** Text for the sign-in page. */
export const SIGN_IN_TEXTS = {
  title: "Sign in",
  tagline: "Documents come in at the stage door.",
  email: "Email",
  password: "Password",
  submit: "Sign in",
  busy: "Signing in…",
  signedOut: "You are signed out.",
  forgotten: "Forgot your password?",
  forgottenHelp: "Ask an administrator for a link to choose a new one.",
  firstTime: "First time here?",
  firstTimeHelp:
    "The terminal where Stagedoor was started shows the first administrator’s email and password. An operator can set a new password with:",
  resetCommand: "npm run user -- reset-password <email>",
  codeNeeded: "Enter your code",
  codeNeededHelp: (email: string) =>
    `Your password is correct. Signing in as ${email} also needs a code from your authenticator app.`,
  code: "Code",
  codeHelp: "Six digits, or a recovery code if you do not have your phone.",
  codeRefused:
    "This code is incorrect or was used before. Enter the next code that your app shows.",
  codeLost: "No phone and no recovery code? An administrator can remove your second factor.",
  backToPassword: "Use another account",
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

/** Text in the navigation while notifications are failing. */
export const ALERT_TEXTS = {
  title: "Notifications failing",
  help: "The remote system is not receiving changes. Select to see why.",
  askHelp: "The remote system is not receiving changes. Tell an administrator.",
} as const;
