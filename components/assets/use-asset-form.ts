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
 * What is entered about an asset, judged while typing once a field was left, and at the latest when it is sent; `save` makes
 * the call, and its refusal stands at the field it is about until that field changes.
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
      // What is being saved is what stands there until the answer has come.
      readOnly: isBusy,
      error: refused[field] ?? (touched.includes(field) ? judged[field] : undefined),
      // What was only passed through is not wrong yet; a sentence would also push "Close" away from under the pointer.
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
