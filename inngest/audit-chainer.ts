import type { Logger } from "pino";
import { type ChainPorts, chainAudit } from "@/lib/accounts/use-cases/chain-audit";
import { createReport } from "./create-report";

/** Gives committed entries of the audit their places in the chain. */
export interface AuditChainer {
  /** Chains at once; further kicks in the meantime cause one more turn. Never throws. */
  kick(): void;
  /** Writes the newest entry to the log, and chains on its own timer until `stop`. */
  start(): void;
  stop(): void;
  /** Chains all unchained entries. @throws what the database throws */
  runOnce(): Promise<{ chained: number }>;
  /**
   * Writes the newest entry to the log, so that removed entries at the end can be detected. @throws what the database
   * throws
   */
  logHead(): Promise<void>;
}

/** Deleting an entry before it is chained cannot be detected, so chaining must not wait long. */
const TICK_MS = 1_000;

/** A chainer for this process; any number of processes may have one. */
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
  const reportChain = createReport(logger, "chaining the audit", isReachable);
  const reportHead = createReport(logger, "logging the audit's head", isReachable);
  const logHead = async () => {
    const head = await ports.auditChain.findHead();
    if (!head) return;
    const mac = head.mac.toString("hex");
    logger.info({ auditHead: `${head.sequence}:${mac}` }, "the newest entry of the audit");
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
