import { runProgram } from "./command/run-program";
import { UPLOAD } from "./upload/upload-commands";

await runProgram(UPLOAD);
