import { withContainer } from "../command/with-container";

/** Who processes the documents of this Stagedoor. */
export const readProcessorChoice = () => withContainer(({ ports }) => ports.processing.choice());
