import { getContainer } from "@/app/container";
import { unknownPath } from "@/lib/http/core/with-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath(getContainer);
