import { withContainer } from "../command/with-container";

/** Returns which processor reads the documents in this Stagedoor. */
export const readProcessorChoice = () => withContainer(({ ports }) => ports.processing.choice());
