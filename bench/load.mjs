// What is imported from here comes out of this folder's node_modules.
/** @param {string} specifier */
export const load = (specifier) => import(specifier)
