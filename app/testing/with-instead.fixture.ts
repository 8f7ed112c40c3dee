import type { Container } from "../container";

/** Routes take their container from globalThis; meanwhile some of its parts are others. */
export async function withInstead<T>(
  container: Container,
  parts: Partial<Container>,
  act: () => Promise<T>,
): Promise<T> {
  Object.assign(globalThis, { stagedoorContainer: { ...container, ...parts } });
  try {
    return await act();
  } finally {
    Object.assign(globalThis, { stagedoorContainer: container });
  }
}
