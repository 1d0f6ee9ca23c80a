/** The router: links within the page change the address without loading a new document. */

import { isOurs, own } from './base';
import { type Route, route } from './route';

const now = (): string => own(location.pathname) + location.search + location.hash;

class Router {
  at: Route = $state.raw(route(now()));
  /**
   * The path at which the page was loaded; null after the first navigation. The server preloads what it
   * needs.
   */
  landed: string | null = location.pathname;

  constructor() {
    addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
  }

  read(): void {
    this.landed = null;
    this.at = route(now());
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.read();
    scrollTo(0, 0);
  }

  private follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (!isOurs(link.pathname) || own(link.pathname).startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
