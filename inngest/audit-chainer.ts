import type { Logger } from "pino";
import { type ChainPorts, chainAudit } from "@/lib/accounts/use-cases/audit/chain-audit";
import { createReport } from "./create-report";

/** Assigns committed audit entries their positions in the chain. */
export interface AuditChainer {
  /** Starts chaining immediately. Kicks while a turn is running cause one more turn. Never throws. */
  kick(): void;
  /** Logs the newest entry, and then chains every second until `stop`. */
  start(): void;
  stop(): void;
  /** Chains all unchained entries. @throws any error from the database */
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
  ports,
  logger,
}: {
  readonly ports: ChainPorts;
  readonly logger: Logger;
}): AuditChainer {
  let isRunning = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | null = null;
  const isReachable = async () => undefined;
  const reportChain = createReport(logger, "chaining the audit log", isReachable);
  const reportHead = createReport(logger, "logging the head of the audit log", isReachable);
  const logHead = async () => {
    const head = await ports.auditChain.findHead();
    if (!head) return;
    const mac = head.mac.toString("hex");
    logger.info({ auditHead: `${head.sequence}:${mac}` }, "newest audit entry");
  };
  const drain = async () => {
    while (isWanted) {
      isWanted = false;
      await reportChain(() => chainAudit(ports));
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
    runOnce: async () => ({ chained: await chainAudit(ports) }),
    logHead,
  };
}
