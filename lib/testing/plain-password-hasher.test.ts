import { describePasswordHasher } from "./password-hasher.contract";
import { createPlainPasswordHasher } from "./plain-password-hasher";

describePasswordHasher("passwords in plain text", createPlainPasswordHasher);
