import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../../write-file-atomically";
import type { ServiceName } from "./service";

/** `<dataDir>/children.json`: which process is which, for people and for tests. */
export interface ChildrenFile {
  note(name: ServiceName, pid: number): void;
  remove(): void;
}

/** Starts a new file with the launcher's own process id, and discards the entries of a killed launcher. */
export function createChildrenFile(dataDir: string): ChildrenFile {
  const file = join(dataDir, "children.json");
  const pids: Record<string, number> = { launcher: process.pid };
  const write = () => writeFileAtomically(file, `${JSON.stringify(pids)}\n`);
  write();
  return {
    note: (name, pid) => {
      pids[name] = pid;
      write();
    },
    remove: () => rmSync(file, { force: true }),
  };
}
