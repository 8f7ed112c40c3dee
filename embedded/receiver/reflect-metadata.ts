/**
 * The three functions of the Reflect metadata API that @peculiar/x509 asks for when it is loaded (through tsyringe), which
 * no JavaScript engine has. Import it before that package. Leaves an implementation that is already there alone.
 */
const metadata = new WeakMap<object, Map<unknown, unknown>>();

const getMetadata = (key: unknown, target: object) => metadata.get(target)?.get(key);

function defineMetadata(key: unknown, value: unknown, target: object): void {
  const ofTarget = metadata.get(target) ?? new Map<unknown, unknown>();
  metadata.set(target, ofTarget.set(key, value));
}

if (!("getMetadata" in Reflect)) {
  Object.assign(Reflect, { getMetadata, getOwnMetadata: getMetadata, defineMetadata });
}
