/** Text for single sign-on on the sign-in page. */
export const SINGLE_SIGN_ON_TEXTS = {
  button: (name: string) => `Continue with ${name}`,
  busy: "One moment…",
  or: "or with your password",
  signOutNote:
    "Signing out here does not sign you out at your identity provider. On a shared computer, sign out there too.",
  problems: {
    "single-sign-on-no-role": {
      title: "Your account has no role in Stagedoor",
      help: "Your identity provider signed you in, but none of your roles is known here. Ask an administrator for a role, then try again.",
    },
    "single-sign-on-email-not-verified": {
      title: "Your email address is not verified",
      help: "Verify your email address at your identity provider, then try again.",
    },
    "single-sign-on-not-invited": {
      title: "You have not been invited",
      help: "Ask an administrator to invite you with the email address of your identity provider. If you already have a password here, sign in with it.",
    },
    "single-sign-on-deactivated": {
      title: "Your account is deactivated",
      help: "Ask an administrator to reactivate it.",
    },
    "single-sign-on-failed": {
      title: "Signing in did not work",
      help: "It took too long, or your browser blocked a cookie. Try again. If it fails again, ask an administrator to check the log.",
    },
    "single-sign-on-unreachable": {
      title: "Your identity provider did not respond",
      help: "Try again in a minute. An administrator can still sign in with a password, and can check OIDC_ISSUER.",
    },
  },
} as const;

/** The reason why single sign-on ended without a session, as given in the sign-in page's URL. */
export type SingleSignOnProblem = keyof typeof SINGLE_SIGN_ON_TEXTS.problems;
