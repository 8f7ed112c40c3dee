import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type AuthOptions } from "next-auth";

/** A request to next-auth. */
export interface NextAuthQuestion {
  readonly method: "GET" | "POST";
  /** The path after `/api/auth/`, such as `callback/credentials`. */
  readonly action: string;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
}

/** A response from next-auth: JSON or a redirect. */
export interface NextAuthAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly location: string | null;
  readonly cookies: readonly string[];
}

/**
 * Calls next-auth through its interface for pages/api, which is the only one that receives everything as arguments. The
 * interface for the app router reads cookies and headers from Next.
 */
export async function askNextAuth(
  options: AuthOptions,
  { method, action, query, form, cookies }: NextAuthQuestion,
): Promise<NextAuthAnswer> {
  const answer = {
    status: 200,
    body: null as unknown,
    headers: new Map<string, string | string[]>(),
  };
  const response = {
    status: (status: number) => {
      answer.status = status;
      return response;
    },
    getHeader: (name: string) => answer.headers.get(name.toLowerCase()),
    setHeader: (name: string, value: string | string[]) => {
      answer.headers.set(name.toLowerCase(), value);
      return response;
    },
    json: (body: unknown) => {
      answer.body = body;
    },
    send: (body: unknown) => {
      answer.body = body;
    },
    end: () => undefined,
  };
  const request = {
    method,
    cookies,
    body: form,
    headers: {},
    query: { ...query, nextauth: action.split("/") },
  };
  // Next-auth uses only the properties given here, although it declares Next's complete types.
  await NextAuth(
    request as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    options,
  );
  const { status, body, headers } = answer;
  return {
    status,
    body,
    location: [headers.get("location") ?? null].flat()[0] ?? null,
    cookies: [headers.get("set-cookie") ?? []].flat(),
  };
}
