"use client";

import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import useSWR from "swr";
import type { Overlap } from "@/lib/accounts/rules/api-key";
import type { ApiKeyList, ApiKeyRow, NewApiKeyAnswer } from "@/lib/http/accounts/api-key-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { SWR_OPTIONS } from "../../api/swr-options";
import {
  API_KEY_TEXTS,
  ROTATE_API_KEY_TEXTS,
  SHOWN_API_KEY_TEXTS,
} from "../../texts/en/api-key-texts";
import { UI_TEXTS } from "../../texts/en/ui-texts";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ChoiceChips } from "../../ui/choice-chips";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { CopyButton } from "../../ui/copy-button";
import { Dialog, DialogActions } from "../../ui/dialog";
import { Disclosure } from "../../ui/disclosure";
import { EmptyState } from "../../ui/empty-state";
import { LoadFailure } from "../../ui/load-failure";
import { LocalTime } from "../../ui/local-time";
import { Notice, Points } from "../../ui/notice";
import { CodeRegion } from "../../ui/scroll-region";
import { useToasts } from "../../ui/toast";
import { API_KEYS_PATH, apiKeyCalls } from "./api-key-calls";
import { ApiKeyEntries } from "./api-key-entries";
import { CreateApiKeyDialog } from "./create-api-key-dialog";
import { exampleCall } from "./example-call";

type Task =
  | { readonly kind: "create" }
  | { readonly kind: "rotate" | "revoke"; readonly row: ApiKeyRow };

/** All API keys, and the actions on them. */
export function ApiKeyAdministration({ initial }: { readonly initial: ApiKeyList }) {
  const { list, error, refresh } = useApiKeys(initial);
  const [task, setTask] = useState<Task | null>(null);
  const [shown, setShown] = useState<NewApiKeyAnswer | null>(null);
  const close = () => setTask(null);
  const show = (answer: NewApiKeyAnswer) => {
    close();
    setShown(answer);
    void refresh();
  };
  const rowOf = (kind: Task["kind"]) =>
    task !== null && task.kind === kind && "row" in task ? task.row : null;
  return (
    <div className="flex flex-col gap-5">
      {error !== undefined && (
        <LoadFailure error={error} isOlderShown onRetry={() => void refresh()} />
      )}
      {list.ownAddress === null && (
        <Notice tone="wait" title={API_KEY_TEXTS.hiddenTitle}>
          {API_KEY_TEXTS.hiddenHelp}
        </Notice>
      )}
      <KeyCard
        rows={list.items}
        onCreate={() => setTask({ kind: "create" })}
        onTask={(kind, row) => setTask({ kind, row })}
      />
      <CreateApiKeyDialog
        isOpen={task?.kind === "create"}
        ownAddress={list.ownAddress}
        onClose={close}
        onCreated={show}
      />
      <RotateApiKeyDialog row={rowOf("rotate")} onClose={close} onRotated={show} />
      <RevokeApiKeyDialog row={rowOf("revoke")} onClose={close} onRevoked={() => void refresh()} />
      <ShownApiKeyDialog answer={shown} onStored={() => setShown(null)} />
    </div>
  );
}

function KeyCard({
  rows,
  onCreate,
  onTask,
}: {
  readonly rows: readonly ApiKeyRow[];
  readonly onCreate: () => void;
  readonly onTask: (kind: "rotate" | "revoke", row: ApiKeyRow) => void;
}) {
  const active = rows.filter(({ state }) => state === "active");
  const ended = rows.filter(({ state }) => state !== "active");
  const entries = (some: readonly ApiKeyRow[]) => (
    <ApiKeyEntries rows={some} all={rows} onTask={onTask} />
  );
  const create = (
    <Button tone="primary" onClick={onCreate}>
      <Plus aria-hidden />
      {API_KEY_TEXTS.create}
    </Button>
  );
  return (
    <Card title={API_KEY_TEXTS.listTitle} action={create}>
      {active.length > 0 ? (
        entries(active)
      ) : (
        <EmptyState icon={KeyRound} title={API_KEY_TEXTS.emptyTitle}>
          {API_KEY_TEXTS.emptyHelp}
        </EmptyState>
      )}
      {ended.length > 0 && (
        <Disclosure summary={API_KEY_TEXTS.endedTitle(ended.length)} className="mt-5">
          {entries(ended)}
        </Disclosure>
      )}
    </Card>
  );
}

/** Returns the current keys. There are no live updates for keys, so the page reloads them after its own changes. */
function useApiKeys(initial: ApiKeyList) {
  const { data, error, mutate } = useSWR<ApiKeyList>(API_KEYS_PATH, {
    ...SWR_OPTIONS,
    fallbackData: initial,
  });
  return { list: data ?? initial, error: error as unknown, refresh: () => mutate() };
}

/**
 * Asks for confirmation before a key is revoked, and says when the key stops working. `row` is null while the dialog is
 * closed.
 */
function RevokeApiKeyDialog({
  row,
  onClose,
  onRevoked,
}: {
  readonly row: ApiKeyRow | null;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const toasts = useToasts();
  const revoke = async ({ id, name }: ApiKeyRow) => {
    setBusy(true);
    try {
      await apiKeyCalls.revoke(id);
      toasts.done(API_KEY_TEXTS.revokedToast(name));
      onRevoked();
    } catch (error) {
      toasts.failed(API_KEY_TEXTS.notRevoked, errorMessage(error));
    } finally {
      onClose();
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen={row !== null}
      onClose={onClose}
      title={API_KEY_TEXTS.revokeTitle(row?.name ?? "")}
      description={<Points points={API_KEY_TEXTS.revokePoints} />}
      confirm={API_KEY_TEXTS.revokeConfirm}
      isBusy={isBusy}
      onConfirm={() => row && void revoke(row)}
    />
  );
}

const OVERLAPS = (["1h", "24h", "7d"] as const).map((value) => ({
  value,
  label: ROTATE_API_KEY_TEXTS.overlaps[value],
}));

/** Asks how long both keys should work, then creates the new key. `row` is null while the dialog is closed. */
function RotateApiKeyDialog({
  row,
  onClose,
  onRotated,
}: {
  readonly row: ApiKeyRow | null;
  readonly onClose: () => void;
  readonly onRotated: (answer: NewApiKeyAnswer) => void;
}) {
  return (
    <Dialog
      isOpen={row !== null}
      onClose={onClose}
      title={ROTATE_API_KEY_TEXTS.title(row?.name ?? "")}
      description={ROTATE_API_KEY_TEXTS.intro}
    >
      {row && <RotateForm row={row} onClose={onClose} onRotated={onRotated} />}
    </Dialog>
  );
}

function RotateForm({
  row,
  onClose,
  onRotated,
}: {
  readonly row: ApiKeyRow;
  readonly onClose: () => void;
  readonly onRotated: (answer: NewApiKeyAnswer) => void;
}) {
  const [overlap, setOverlap] = useState<Overlap>("24h");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const rotate = async () => {
    setBusy(true);
    setProblem(null);
    try {
      onRotated(await apiKeyCalls.rotate(row.id, overlap));
    } catch (error) {
      setProblem(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3 text-sm">
      {problem && (
        <Notice tone="alarm" title={ROTATE_API_KEY_TEXTS.notRotated} isAnnounced>
          {problem}
        </Notice>
      )}
      <p aria-hidden className="font-medium">
        {ROTATE_API_KEY_TEXTS.overlap}
      </p>
      <ChoiceChips
        label={ROTATE_API_KEY_TEXTS.overlap}
        name="overlap"
        value={overlap}
        choices={OVERLAPS}
        onChoose={setOverlap}
      />
      {row.expiresAt && <p className="text-quiet">{ROTATE_API_KEY_TEXTS.life}</p>}
      <DialogActions>
        <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
        <Button tone="primary" disabled={isBusy} onClick={() => void rotate()}>
          {isBusy ? ROTATE_API_KEY_TEXTS.busy : ROTATE_API_KEY_TEXTS.submit}
        </Button>
      </DialogActions>
    </div>
  );
}

/** Shows a new key once, with an example call to copy. Only the dialog's own button closes it. */
function ShownApiKeyDialog({
  answer,
  onStored,
}: {
  readonly answer: NewApiKeyAnswer | null;
  readonly onStored: () => void;
}) {
  return (
    <Dialog
      isOpen={answer !== null}
      isHeldOpen
      onClose={onStored}
      title={SHOWN_API_KEY_TEXTS.title}
      description={SHOWN_API_KEY_TEXTS.intro}
    >
      {answer && <Shown answer={answer} />}
      <DialogActions>
        <Button tone="primary" onClick={onStored}>
          {SHOWN_API_KEY_TEXTS.stored}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Shown({ answer }: { readonly answer: NewApiKeyAnswer }) {
  const call = exampleCall(answer);
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-sunken/60 p-3">
        <output aria-label={SHOWN_API_KEY_TEXTS.label} className="min-w-0 grow break-all font-mono">
          {answer.key}
        </output>
        <CopyButton text={answer.key} label={SHOWN_API_KEY_TEXTS.copy} />
      </div>
      {answer.previousExpiresAt && (
        <p>
          {SHOWN_API_KEY_TEXTS.previous} <LocalTime at={answer.previousExpiresAt} />
          {"."}
        </p>
      )}
      <div>
        <div className="mb-1.5 flex items-center justify-between gap-3">
          <h3 className="font-medium">{SHOWN_API_KEY_TEXTS.callTitle}</h3>
          <CopyButton text={call} label={SHOWN_API_KEY_TEXTS.copyCall} />
        </div>
        <CodeRegion label={SHOWN_API_KEY_TEXTS.callLabel} text={call} />
      </div>
    </div>
  );
}
