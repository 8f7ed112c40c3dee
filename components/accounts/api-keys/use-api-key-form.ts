"use client";

import { useState } from "react";
import { readAllowedNetwork } from "@/lib/accounts/rules/allowed-networks";
import type { NewApiKeyAnswer } from "@/lib/http/accounts/api-key-schemas";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import type { Scope } from "@/lib/kernel/rules/scopes";
import { NEW_API_KEY_TEXTS } from "../../texts/en/api-key-texts";
import { apiKeyCalls } from "./api-key-calls";

/** The number of days after which a key expires. */
export type Expiry = keyof typeof NEW_API_KEY_TEXTS.expiries;

interface Values {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiry: Expiry;
  /** The networks as the user typed them, one per line. */
  readonly networks: string;
}

type Problems = Partial<Record<"name" | "scopes" | "allowedNetworks" | "whole", string>>;

const DAY_MS = 24 * 60 * 60 * 1000;
const EMPTY: Values = { name: "", scopes: [], expiry: "90", networks: "" };

/**
 * Holds the values entered for a new key and validates them on submit. A problem is shown at its field until a value
 * changes.
 */
export function useApiKeyForm(onCreated: (made: NewApiKeyAnswer) => void) {
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    const judged = judge(values);
    setProblems(judged);
    if (Object.keys(judged).length > 0 || isBusy) return;
    setBusy(true);
    try {
      const { name, scopes, expiry } = values;
      const expiresAt =
        expiry === "never" ? null : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString();
      onCreated(
        await apiKeyCalls.create({ name, scopes, expiresAt, allowedNetworks: linesOf(values) }),
      );
    } catch (error) {
      setProblems({ whole: errorMessage(error) });
    } finally {
      setBusy(false);
    }
  };
  const set = (changed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changed }));
    setProblems({});
  };
  return { values, set, problems, isBusy, submit };
}

const linesOf = ({ networks }: Values) =>
  networks
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

function judge(values: Values): Problems {
  const wrong = linesOf(values).flatMap((line) => {
    const read = readAllowedNetwork(line);
    return "problem" in read ? [read.problem] : [];
  });
  return {
    ...(values.name.trim() === "" ? { name: NEW_API_KEY_TEXTS.nameMissing } : {}),
    ...(values.scopes.length === 0 ? { scopes: NEW_API_KEY_TEXTS.scopesMissing } : {}),
    ...(wrong.length > 0 ? { allowedNetworks: `${wrong.join("; ")}.` } : {}),
  };
}
