import { z } from "zod";
import { ERROR_CODES } from "@/lib/kernel/rules/errors";
import { problem } from "./schemas";

/** An error of the cockpit's own API: one of the API's, with codes that only administrators meet. */
export const cockpitProblem = problem.extend({ code: z.enum(ERROR_CODES) });
