import { z } from "zod";

/** Parses a whole number within inclusive bounds. */
export const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)
    .default(fallback);

/** Parses 32 bytes from text. */
export const key256 = z
  .string()
  .regex(
    /^([\da-f]{64}|[\w-]{43})$/i,
    "must be 32 bytes, as 64 hex digits or 43 base64url characters",
  )
  .transform((text) => Buffer.from(text, text.length === 64 ? "hex" : "base64url"));

/** Parses an address without a path and returns its origin. */
export const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBare =
    url?.pathname === "/" && !url.search && !url.hash && !url.username && !url.password;
  if (url && isBare && /^https?:$/.test(url.protocol)) return url.origin;
  context.addIssue("must be an address such as https://stagedoor.example.com, without a path");
  return z.NEVER;
});
