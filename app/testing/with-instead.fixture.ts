import type { Container } from "../container";
import { shareContainer } from "../current-container";

/** Runs `work` while some parts of the container are replaced. Routes get their container from `getContainer`. */
export async function withInstead<T>(
  container: Container,
  parts: Partial<Container>,
  act: () => Promise<T>,
): Promise<T> {
  shareContainer({ ...container, ...parts });
  try {
    return await act();
  } finally {
    shareContainer(container);
  }
}
