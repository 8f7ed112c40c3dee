import { clsx } from "clsx";

const STEP = /^\d+\. /;

/**
 * Descriptions from the OpenAPI document: paragraphs, numbered steps and `code` in backticks. The document uses nothing
 * else.
 */
export function DescribedText({
  text,
  className,
}: {
  readonly text: string;
  readonly className?: string;
}) {
  const blocks = text.split(/\n{2,}/).filter(Boolean);
  return (
    <div className={clsx("space-y-3", className)}>
      {blocks.map((block) =>
        STEP.test(block) ? (
          <ol key={block} className="list-decimal space-y-1.5 pl-6 marker:text-curtain">
            {block.split("\n").map((step) => (
              <li key={step}>
                <Inline text={step.replace(STEP, "")} />
              </li>
            ))}
          </ol>
        ) : (
          <p key={block}>
            <Inline text={block} />
          </p>
        ),
      )}
    </div>
  );
}

/** Splits at backticks, so that every second piece is code. */
function Inline({ text }: { readonly text: string }) {
  return text.split("`").map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their places.
      <code key={index} className="text-[0.92em] text-ink">
        {piece}
      </code>
    ),
  );
}
