/**
 * Texts as the body of an answer, each made when the reader is ready for it; nothing is made for a reader that is gone.
 * @param onError gets what broke the texts off, once; the reader then sees an answer that was cut off
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
