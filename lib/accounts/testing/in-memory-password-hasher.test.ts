import { createPlainPasswordHasher } from "./in-memory-password-hasher";
import { describePasswordHasher } from "./password-hasher.contract";

describePasswordHasher("passwords in plain text", createPlainPasswordHasher);
