import { withContainer } from "../command/with-container";

/** Who processes documents here. */
export const readProcessorChoice = () => withContainer(({ ports }) => ports.processing.choice());
