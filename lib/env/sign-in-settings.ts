import { z } from "zod";
import { emailProblem, normaliseEmail } from "@/lib/accounts/rules/email";
import { passwordProblem } from "@/lib/accounts/rules/password";
import type { SecondFactorPolicy } from "@/lib/accounts/rules/second-factor";

/** The first administrator, who can sign in before any user has been created. */
export interface FirstAdministratorSettings {
  readonly email: string;
  /** null if it is generated when Stagedoor first starts. */
  readonly password: string | null;
}

/** Accepts text in which a domain rule finds no problem. */
const textWithout = (problemOf: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem !== null) context.addIssue(problem);
  });

/** The session secret, the first administrator (later starts never change the password), and the second factor policy. */
export const signInFields = z.object({
  NEXTAUTH_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, "must be at least 32 printable ASCII characters without spaces")
    .optional(),
  STAGEDOOR_ADMIN_EMAIL: textWithout((email) => emailProblem(normaliseEmail(email)))
    .transform(normaliseEmail)
    .default("admin@stagedoor.local"),
  STAGEDOOR_ADMIN_PASSWORD: textWithout(passwordProblem).optional(),
  REQUIRE_SECOND_FACTOR: z
    .enum(["administrators", "everyone"], "must be administrators or everyone, or empty")
    .optional(),
});

type SignInFields = z.infer<typeof signInFields>;

/** Returns the first administrator with the default email filled in. */
export const readFirstAdministrator = (raw: SignInFields): FirstAdministratorSettings => ({
  email: raw.STAGEDOOR_ADMIN_EMAIL,
  password: raw.STAGEDOOR_ADMIN_PASSWORD ?? null,
});

/** Returns who must have a second factor; nobody unless the operator sets it. */
export const readSecondFactorPolicy = (raw: SignInFields): SecondFactorPolicy =>
  raw.REQUIRE_SECOND_FACTOR ?? "nobody";
