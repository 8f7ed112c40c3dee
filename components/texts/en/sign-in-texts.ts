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
