import type { z } from "zod";
import type { Operation } from "@/lib/http/core/operation";
import { PROBLEMS } from "@/lib/http/core/problems/problem";
import { problem } from "@/lib/http/core/schemas";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";
import type { ErrorCode } from "@/lib/kernel/rules/errors";

/** Returns whether a problem is caused by the caller, so that a test can produce it. */
export const isClientError = (code: ErrorCode) => PROBLEMS[code].status < 500;

/**
 * The parts of a problem that are the same in every response, unlike `detail` and `errors`, which contain actual values.
 */
type Said = Pick<z.infer<typeof problem>, "type" | "title" | "status" | "code">;

interface Described {
  readonly responses: Readonly<
    Record<
      string,
      { content: { "application/problem+json": { examples: Record<string, { value: unknown }> } } }
    >
  >;
}

/** Returns the example of an operation's problem, from the OpenAPI document of the installation at this origin. */
export function problemExample(
  { path, method }: Operation,
  code: ErrorCode,
  publicUrl: string,
): Said {
  const described = openApiDocument(publicUrl).paths[path]?.[method] as unknown as Described;
  const { content } = described.responses[PROBLEMS[code].status] ?? {};
  const { type, title, status, ...rest } = problem.parse(
    content?.["application/problem+json"].examples[code]?.value,
  );
  return { type, title, status, code: rest.code };
}
