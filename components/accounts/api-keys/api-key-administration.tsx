"use client";

import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { ApiKeyList, ApiKeyRow, NewApiKeyAnswer } from "@/lib/http/accounts/api-key-schemas";
import { API_KEY_TEXTS } from "../../texts/en/api-key-texts";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Disclosure } from "../../ui/disclosure";
import { EmptyState } from "../../ui/empty-state";
import { LoadFailure } from "../../ui/load-failure";
import { Notice } from "../../ui/notice";
import { ApiKeyEntries } from "./api-key-entries";
import { CreateApiKeyDialog } from "./create-api-key-dialog";
import { RevokeApiKeyDialog } from "./revoke-api-key-dialog";
import { RotateApiKeyDialog } from "./rotate-api-key-dialog";
import { ShownApiKeyDialog } from "./shown-api-key-dialog";
import { useApiKeys } from "./use-api-keys";

type Task =
  | { readonly kind: "create" }
  | { readonly kind: "rotate" | "revoke"; readonly row: ApiKeyRow };

/** All API keys, and the actions on them. */
export function ApiKeyAdministration({ initial }: { readonly initial: ApiKeyList }) {
  const { list, error, refresh } = useApiKeys(initial);
  const [task, setTask] = useState<Task | null>(null);
  const [shown, setShown] = useState<NewApiKeyAnswer | null>(null);
  const close = () => setTask(null);
  const show = (made: NewApiKeyAnswer) => {
    close();
    setShown(made);
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
      <ShownApiKeyDialog made={shown} onStored={() => setShown(null)} />
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
