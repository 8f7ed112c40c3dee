/** Without a file of its own the build would take the product's, which is in the folder of the packages. */
export function register() {}
