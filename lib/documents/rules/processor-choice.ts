/** Who classifies documents: the built-in processor, external programs through the API, or nobody (DESIGN 10). */
export const PROCESSOR_CHOICES = ["builtin", "external", "none"] as const;

/** One of `PROCESSOR_CHOICES`. */
export type ProcessorChoice = (typeof PROCESSOR_CHOICES)[number];
