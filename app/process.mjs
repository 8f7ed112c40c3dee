const KEY = Symbol.for("stagedoor.process");

globalThis[KEY] ??= {};
export const shared = globalThis[KEY];
