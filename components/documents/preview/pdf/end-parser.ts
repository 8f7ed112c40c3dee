/** A busy parser answers nothing, so its thread is not waited for any longer. */
const DESTROY_TIMEOUT_MS = 1_000;

/**
 * Ends a parser and its thread. What the library put into the page, such as fonts, is removed first if the thread still answers; it
 * ends a second later at the latest. Never rejects.
 */
export async function endParser(
  task: { destroy(): Promise<void> } | null,
  thread: Pick<Worker, "terminate">,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DESTROY_TIMEOUT_MS);
  });
  // A parser that cannot be destroyed is ended all the same.
  await Promise.race([task?.destroy().catch(() => undefined), tooLate]);
  clearTimeout(timer);
  thread.terminate();
}
