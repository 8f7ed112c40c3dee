import { createPlainSecretBox } from "./plain-secret-box";
import { describeSecretBox } from "./secret-box.contract";

describeSecretBox("a plain box", createPlainSecretBox);
