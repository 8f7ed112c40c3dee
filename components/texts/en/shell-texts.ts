/** Text for the frame around every page. */
export const SHELL_TEXTS = {
  skipToContent: "Skip to content",
  mainNavigation: "Main",
  cockpit: "Cockpit",
  administration: "Administration",
  search: "Search",
  searchKeys: "Search everywhere: press / or Ctrl+K (⌘K on a Mac)",
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
  singleKeys: "Single-key shortcuts",
  onOrOff: { on: "On", off: "Off" },
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

/** Text in the navigation while notifications are failing. */
export const ALERT_TEXTS = {
  title: "Notifications failing",
  help: "The remote system is not receiving changes. Select to see why.",
  askHelp: "The remote system is not receiving changes. Tell an administrator.",
} as const;
