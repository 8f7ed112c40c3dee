/** If this file were missing, the build would use the product's file, which is in the folder with the packages. */
export function register() {}
