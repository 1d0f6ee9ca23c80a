/** Where on its host the page lives: by itself, or under a path of another site, as the server says. */

const PATH = (globalThis.document?.documentElement.dataset.path ?? '').replace(/\/+$/, '');

/** An address of ours, for links, pictures and requests. */
export const address = (path: string, under = PATH): string => under + path;

/** What an address of the host means to us; as it is where it lies outside. */
export const own = (path: string, under = PATH): string =>
  isOurs(path, under) ? path.slice(under.length) || '/' : path;

export const isOurs = (path: string, under = PATH): boolean => path === under || path.startsWith(`${under}/`);
