/** A promise that never fulfils and rejects when somebody says so; a rejection that nobody waits for is no error. */
export function rejectable(): { readonly promise: Promise<never>; reject(reason: unknown): void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, fail) => {
    reject = fail;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}
