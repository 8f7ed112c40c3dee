"use client";

import { useState } from "react";
import type { ApiKeyRow } from "@/lib/http/accounts/api-key-schemas";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { Points } from "../../notifications/webhook/points";
import { API_KEY_TEXTS } from "../../texts/en/api-key-texts";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { useToasts } from "../../ui/toast";
import { apiKeyCalls } from "./api-key-calls";

/**
 * Asks for confirmation before a key is revoked, and says when the key stops working. `row` is null while the dialog is
 * closed.
 */
export function RevokeApiKeyDialog({
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
