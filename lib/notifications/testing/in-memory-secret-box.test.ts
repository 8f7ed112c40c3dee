import { createPlainSecretBox } from "./in-memory-secret-box";
import { describeSecretBox } from "./secret-box.contract";

describeSecretBox("a plain box", createPlainSecretBox);
