/** Without this file, the build would use the product's, which is in the folder with the packages. */
export function register() {}
