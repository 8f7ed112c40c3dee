import type { Container } from "../container";

/** Runs `work` while some parts of the container are replaced. Routes read their container from globalThis. */
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
