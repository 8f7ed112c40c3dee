"use client";

import { useState } from "react";
import {
  ASSET_FIELDS,
  type AssetField,
  type AssetProblems,
  type AssetValues,
  judgeAsset,
  problemsOf,
} from "./asset-values";

/**
 * Holds the values entered for an asset. Validates a field once it has been left, and all fields on submit. `save` makes
 * the call; its error is shown at its field until that field changes.
 */
export function useAssetForm(given: AssetValues, save: (values: AssetValues) => Promise<void>) {
  const [values, setValues] = useState(given);
  const [touched, setTouched] = useState<readonly AssetField[]>([]);
  const [refused, setRefused] = useState<AssetProblems>({});
  const [isBusy, setBusy] = useState(false);
  const judged = judgeAsset(values);

  async function submit() {
    setTouched(ASSET_FIELDS);
    if (Object.keys(judged).length > 0 || isBusy) return;
    setBusy(true);
    setRefused({});
    try {
      await save(values);
    } catch (error) {
      setRefused(problemsOf(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    submit,
    wholeProblem: refused.whole ?? null,
    field: (field: AssetField) => ({
      value: values[field] ?? "",
      // The fields must not change while their values are being saved.
      readOnly: isBusy,
      error: refused[field] ?? (touched.includes(field) ? judged[field] : undefined),
      // A field left unchanged is not wrong yet, and an error message would push "Close" away from under the pointer.
      onBlur: () => {
        if (values[field] !== given[field]) setTouched((before) => [...before, field]);
      },
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
        setValues((before) => ({ ...before, [field]: value }));
        setRefused(({ [field]: _, ...others }) => others);
      },
    }),
  };
}
