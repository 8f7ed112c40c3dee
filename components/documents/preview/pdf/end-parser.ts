/** A busy parser does not respond, so its thread is stopped without waiting any longer. */
const DESTROY_TIMEOUT_MS = 1_000;

/**
 * Stops a parser and its thread. Anything that the library added to the page, such as fonts, is removed first if the
 * thread responds within a second. Never rejects.
 */
export async function endParser(
  task: { destroy(): Promise<void> } | null,
  thread: Pick<Worker, "terminate">,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DESTROY_TIMEOUT_MS);
  });
  // A parser that cannot be destroyed is stopped anyway.
  await Promise.race([task?.destroy().catch(() => undefined), tooLate]);
  clearTimeout(timer);
  thread.terminate();
}
