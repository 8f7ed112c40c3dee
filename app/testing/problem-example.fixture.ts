import type { z } from "zod";
import { PROBLEMS } from "@/lib/http/core/problem";
import { problem } from "@/lib/http/core/schemas";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";
import type { Operation } from "@/lib/http/openapi/operation";
import type { ErrorCode } from "@/lib/kernel/rules/errors";

/** Whether a code is the caller's own mistake, which a test can make. */
export const isClientError = (code: ErrorCode) => PROBLEMS[code].status < 500;

/** What the OpenAPI document says of every answer of a code; `detail` and `errors` in life name the values at hand. */
type Said = Pick<z.infer<typeof problem>, "type" | "title" | "status" | "code">;

interface Described {
  readonly responses: Readonly<
    Record<
      string,
      { content: { "application/problem+json": { examples: Record<string, { value: unknown }> } } }
    >
  >;
}

/** The example of an operation's problem, as the document of the installation at this origin has it. */
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
