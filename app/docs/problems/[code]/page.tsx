import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { ERROR_CODES, type ErrorCode } from "@/lib/domain/errors";
import { PROBLEMS } from "@/lib/http/problem";

interface Route {
  readonly params: Promise<{ code: string }>;
}

const isErrorCode = (code: string): code is ErrorCode =>
  ERROR_CODES.some((known) => known === code);

/** One page for each code of the API, made at build time. */
export function generateStaticParams() {
  return ERROR_CODES.map((code) => ({ code }));
}

/** The code is the page's title. */
export async function generateMetadata({ params }: Route): Promise<Metadata> {
  return { title: (await params).code };
}

/** The page behind the `type` of a problem: what happened, what to do. */
export default async function ProblemPage({ params }: Route) {
  const { code } = await params;
  if (!isErrorCode(code)) notFound();
  const { status, title, help } = PROBLEMS[code];
  return (
    <>
      <p className="text-sm text-quiet">
        HTTP {status} · <code>{code}</code>
      </p>
      <h1 className="mt-2 text-3xl font-semibold tracking-tight">{title}</h1>
      <h2 className="mt-8 text-xl font-semibold">What to do</h2>
      <p className="mt-2 text-lg text-quiet">{help}</p>
      <p className="mt-12 text-sm">
        <Link className="underline" href="/">
          Stagedoor
        </Link>
      </p>
    </>
  );
}
