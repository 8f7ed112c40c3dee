/** Who finds out what documents are: the program that comes along, programs of others through the API, or nobody (DESIGN 10). */
export const PROCESSOR_CHOICES = ["builtin", "external", "none"] as const;

/** One of `PROCESSOR_CHOICES`. */
export type ProcessorChoice = (typeof PROCESSOR_CHOICES)[number];
