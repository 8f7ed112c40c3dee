import type { Logger } from "pino";
import type { AuditChain } from "@/lib/accounts/ports";
import { headText } from "@/lib/accounts/rules/audit";
import type { AuditChaining, ChainingState } from "@/lib/accounts/use-cases/chain-audit";
import { createReport } from "./create-report";

/** Assigns committed audit entries their positions in the chain. */
export interface AuditChainer {
  /** Starts chaining immediately. Kicks while a turn is running cause one more turn. Never throws. */
  kick(): void;
  /** Logs the newest entry, and then chains every second until `stop`. */
  start(): void;
  stop(): void;
  /**
   * Chains all unchained entries, and compares the chain with its sealed head even if there are none.
   * @throws any error from the database
   */
  runOnce(): Promise<{ chained: number }>;
  /**
   * Logs the newest entry, so that the removal of entries at the end can be detected. @throws any error from the database
   */
  logHead(): Promise<void>;
}

/** The deletion of an unchained entry cannot be detected, so entries must be chained soon. */
const TICK_MS = 1_000;

/** Creates the audit chainer for this process. Several processes may each have their own. */
export function createAuditChainer({
  chaining,
  ports,
  logger,
}: {
  readonly chaining: AuditChaining;
  readonly ports: { readonly auditChain: Pick<AuditChain, "findHead"> };
  readonly logger: Logger;
}): AuditChainer {
  let isRunning = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | null = null;
  const isReachable = async () => undefined;
  const reportChain = createReport(logger, "chaining the audit log", isReachable);
  const reportHead = createReport(logger, "logging the head of the audit log", isReachable);
  const reportState = createStateReport(logger);
  const chain: AuditChaining["chain"] = async (options) => {
    const chained = await chaining.chain(options);
    reportState(chaining.state());
    return chained;
  };
  const logHead = async () => {
    const head = await ports.auditChain.findHead();
    if (head) logger.info({ auditHead: headText(head) }, "newest audit entry");
  };
  const drain = async () => {
    while (isWanted) {
      isWanted = false;
      await reportChain(() => chain());
    }
    isRunning = false;
  };
  const kick = () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    void drain();
  };
  return {
    kick,
    start() {
      void reportHead(logHead);
      timer ??= setInterval(kick, TICK_MS).unref();
    },
    stop() {
      if (timer) clearInterval(timer);
      timer = null;
    },
    runOnce: async () => ({ chained: await chain({ isThorough: true }) }),
    logHead,
  };
}

/** Returns a function that logs each change of the state once. */
function createStateReport(logger: Logger) {
  let last: ChainingState["kind"] = "ok";
  return (state: ChainingState) => {
    if (state.kind === last) return;
    last = state.kind;
    switch (state.kind) {
      case "ok":
        logger.info("the audit log contains its sealed head, and the sealed head is up to date");
        return;
      case "unsealed":
        logger.warn(
          { err: state.cause },
          "the sealed head of the audit log cannot be read or replaced, or its earlier versions cannot be removed; audit entries are still chained",
        );
        return;
      case "stopped":
        logger.error(
          { sealedHead: state.sealed && headText(state.sealed) },
          "the audit log does not contain its sealed head, so audit entries stay unchained; see docs/operations.md",
        );
    }
  };
}
