import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PROBLEM_PAGE_TEXTS } from "@/components/texts/en/documentation-texts";
import { NOT_FOUND_TEXTS } from "@/components/texts/en/not-found-texts";
import { PROBLEMS } from "@/lib/http/core/problems/problem";
import { ERROR_CODES, type ErrorCode } from "@/lib/kernel/rules/errors";

interface Route {
  readonly params: Promise<{ code: string }>;
}

const isErrorCode = (code: string): code is ErrorCode =>
  ERROR_CODES.some((known) => known === code);

/** Uses the code as the page title. */
export async function generateMetadata({ params }: Route): Promise<Metadata> {
  const { code } = await params;
  return { title: isErrorCode(code) ? code : NOT_FOUND_TEXTS.title };
}

/** The page that the `type` of a problem links to. It explains what happened and what to do. */
export default async function ProblemPage({ params }: Route) {
  const { code } = await params;
  if (!isErrorCode(code)) notFound();
  const { status, title, help } = PROBLEMS[code];
  return (
    <>
      <p className="text-sm text-quiet">
        {PROBLEM_PAGE_TEXTS.status(status)}
        <code>{code}</code>
      </p>
      <h1 className="mt-2 font-serif text-4xl">{title}</h1>
      <h2 className="mt-8 font-serif text-2xl">{PROBLEM_PAGE_TEXTS.whatToDo}</h2>
      <p className="mt-2 text-lg text-quiet">{help}</p>
    </>
  );
}
