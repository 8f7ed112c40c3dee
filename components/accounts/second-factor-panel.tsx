"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { OwnSecondFactor, RecoveryCodesAnswer } from "@/lib/http/accounts/cockpit-schemas";
import { callCockpit } from "../api/call-cockpit";
import { SECOND_FACTOR_TEXTS } from "../texts/en/second-factor-texts";
import { Card } from "../ui/card";
import { Disclosure } from "../ui/disclosure";
import { LocalTime } from "../ui/local-time";
import { Notice } from "../ui/notice";
import { useToasts } from "../ui/toast";
import { type Proof, ProofForm } from "./proof-form";
import { RecoveryCodes } from "./recovery-codes";
import { SecondFactorSetUp } from "./second-factor-set-up";

const PATH = "/api/cockpit/account/second-factor";
/** With this many codes left or fewer, the page suggests creating new ones. */
const FEW_CODES = 3;

/** The user's own second factor: set it up, create new recovery codes, or remove it. */
export function SecondFactorPanel({ factor }: { readonly factor: OwnSecondFactor }) {
  const router = useRouter();
  const toasts = useToasts();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reload = () => {
    setCodes(null);
    router.refresh();
  };
  if (codes) {
    return (
      <Card title={SECOND_FACTOR_TEXTS.codesTitle}>
        <RecoveryCodes codes={codes} onStored={reload} />
      </Card>
    );
  }
  if (factor.confirmedAt === null) {
    return (
      <Card title={SECOND_FACTOR_TEXTS.setUpTitle}>
        {factor.hasPassword ? (
          <SecondFactorSetUp onDone={reload} />
        ) : (
          <Notice tone="note" title={SECOND_FACTOR_TEXTS.noPassword}>
            {SECOND_FACTOR_TEXTS.noPasswordHelp}
          </Notice>
        )}
      </Card>
    );
  }
  const replaceCodes = async (body: Proof) => {
    const path = `${PATH}/recovery-codes`;
    setCodes((await callCockpit<RecoveryCodesAnswer>("POST", path, { body })).recoveryCodes);
  };
  const remove = async (body: Proof) => {
    await callCockpit("POST", `${PATH}/removal`, { body });
    toasts.done(SECOND_FACTOR_TEXTS.removed);
    reload();
  };
  return (
    <Card title={SECOND_FACTOR_TEXTS.isOn}>
      <p className="text-quiet">
        {SECOND_FACTOR_TEXTS.isOnSince} <LocalTime at={factor.confirmedAt} />
        {". "}
        {SECOND_FACTOR_TEXTS.codesLeft(factor.recoveryCodesLeft)}
      </p>
      {factor.recoveryCodesLeft <= FEW_CODES && (
        <Notice tone="wait" title={SECOND_FACTOR_TEXTS.fewCodes} className="mt-4">
          {SECOND_FACTOR_TEXTS.fewCodesHelp}
        </Notice>
      )}
      <p className="mt-2 text-quiet">{SECOND_FACTOR_TEXTS.lostHelp}</p>
      <Disclosure summary={SECOND_FACTOR_TEXTS.newCodes} className="mt-5">
        <p className="mb-4 text-quiet text-sm">{SECOND_FACTOR_TEXTS.newCodesHelp}</p>
        <ProofForm
          codeHelp={SECOND_FACTOR_TEXTS.anyCodeHelp}
          submit={SECOND_FACTOR_TEXTS.newCodes}
          onProof={replaceCodes}
        />
      </Disclosure>
      {factor.isRequired ? (
        <p className="mt-5 text-quiet text-sm">{SECOND_FACTOR_TEXTS.cannotRemove}</p>
      ) : (
        <Disclosure summary={SECOND_FACTOR_TEXTS.remove} className="mt-3">
          <p className="mb-4 text-quiet text-sm">{SECOND_FACTOR_TEXTS.removeHelp}</p>
          <ProofForm
            codeHelp={SECOND_FACTOR_TEXTS.anyCodeHelp}
            submit={SECOND_FACTOR_TEXTS.remove}
            tone="danger"
            onProof={remove}
          />
        </Disclosure>
      )}
    </Card>
  );
}
