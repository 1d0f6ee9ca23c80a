/** The path prefix of the page, if it is served below another site. */

const PATH = (globalThis.document?.documentElement.dataset.path ?? '').replace(/\/+$/, '');

/** A path with the prefix, for links, pictures and requests. */
export const address = (path: string, under = PATH): string => under + path;

/** A path without the prefix; unchanged if it is not below the prefix. */
export const own = (path: string, under = PATH): string =>
  isOurs(path, under) ? path.slice(under.length) || '/' : path;

export const isOurs = (path: string, under = PATH): boolean => path === under || path.startsWith(`${under}/`);
