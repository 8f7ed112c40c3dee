"use client";

import { useState } from "react";
import type {
  RecoveryCodesAnswer,
  SecondFactorSetUpAnswer,
} from "@/lib/http/accounts/cockpit-schemas";
import { CockpitProblem, callCockpit } from "../api/call-cockpit";
import { SECOND_FACTOR_TEXTS } from "../texts/en/second-factor-texts";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Disclosure } from "../ui/disclosure";
import { Notice } from "../ui/notice";
import { type Proof, ProofForm } from "./proof-form";
import { RecoveryCodes } from "./recovery-codes";

const PATH = "/api/cockpit/account/second-factor";

/** Sets up an authenticator app: a QR code, the first code, then the recovery codes. */
export function SecondFactorSetUp({ onDone }: { readonly onDone: () => void }) {
  const [begun, setBegun] = useState<SecondFactorSetUpAnswer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function begin() {
    setBusy(true);
    setProblem(null);
    try {
      setBegun(await callCockpit<SecondFactorSetUpAnswer>("POST", PATH));
    } catch (error) {
      if (!(error instanceof CockpitProblem)) throw error;
      setProblem(error.detail);
    } finally {
      setBusy(false);
    }
  }

  async function confirm(body: Proof) {
    setCodes((await callCockpit<RecoveryCodesAnswer>("PUT", PATH, { body })).recoveryCodes);
  }

  if (codes) return <RecoveryCodes codes={codes} onStored={onDone} />;
  if (begun) return <Steps begun={begun} onProof={confirm} />;
  return (
    <div className="flex flex-col items-start gap-4">
      {problem && <Notice tone="alarm" title={problem} isAnnounced />}
      <Button tone="primary" disabled={isBusy} onClick={() => void begin()}>
        {isBusy ? SECOND_FACTOR_TEXTS.settingUp : SECOND_FACTOR_TEXTS.setUp}
      </Button>
    </div>
  );
}

function Steps({
  begun: { secret, qrCode },
  onProof,
}: {
  readonly begun: SecondFactorSetUpAnswer;
  readonly onProof: (proof: Proof) => Promise<void>;
}) {
  return (
    <div className="flex flex-col gap-4">
      <p>{SECOND_FACTOR_TEXTS.scan}</p>
      <svg
        role="img"
        aria-label={SECOND_FACTOR_TEXTS.qrCode}
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        shapeRendering="crispEdges"
        // Cameras need dark modules on a light background, whatever colours the reader has chosen.
        className="size-56 rounded-lg forced-color-adjust-none"
      >
        <rect width="100%" height="100%" fill="#ffffff" />
        <path d={qrCode.path} fill="#000000" />
      </svg>
      <Disclosure summary={SECOND_FACTOR_TEXTS.cannotScan}>
        <p className="text-quiet text-sm">{SECOND_FACTOR_TEXTS.cannotScanHelp}</p>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <code className="break-all rounded-md bg-sunken px-3 py-2 text-sm">
            {secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
          </code>
          <CopyButton text={secret} label={SECOND_FACTOR_TEXTS.copySecret} />
        </div>
      </Disclosure>
      <p>{SECOND_FACTOR_TEXTS.prove}</p>
      <ProofForm
        codeHelp={SECOND_FACTOR_TEXTS.codeHelp}
        submit={SECOND_FACTOR_TEXTS.confirm}
        onProof={onProof}
      />
    </div>
  );
}
