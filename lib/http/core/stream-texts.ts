/**
 * Streams strings as the body of a response. Each string is produced when the reader is ready for it, and production
 * stops when the reader disconnects.
 * @param onError called at most once, with the error that stopped production; the reader then receives a truncated
 * response
 */
export function streamTexts(
  texts: AsyncGenerator<string>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await texts.next().catch((error: unknown) => {
          onError(error);
          controller.error(error);
          return null;
        });
        if (next?.done) controller.close();
        else if (next) controller.enqueue(encoder.encode(next.value));
      },
      cancel: async () => {
        await texts.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
