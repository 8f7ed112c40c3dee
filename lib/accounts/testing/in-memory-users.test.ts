import { createInMemoryUsers } from "./in-memory-users";
import { describeUserRepository } from "./user-repository.contract";

describeUserRepository("administrators in memory", async () => createInMemoryUsers());
