/** What the screens of a table begin with. */

import { address } from '../lib/router/base';
import { get, post, withQuery } from '../lib/net/api';
import { router } from '../lib/router/router.svelte';
import { session } from '../lib/state/session.svelte';
import { type Layout, layout } from '../tables';
import type { GameInfo, TableInfo, Welcome } from '../wire';

export interface Opened {
  table: TableInfo;
  /** Called as that table wants to see it. */
  game: GameInfo;
  places: Layout;
  /** What lies on the table, if that is known before the socket says so. */
  welcome: Welcome | null;
}

/** A table, its game, and how it is laid out; who looks is known by then. */
export async function opened(id: string, invite: string | null = null): Promise<Opened> {
  const [table] = await Promise.all([
    get<TableInfo>(withQuery(`/api/tables/${id}`, { invite })),
    session.meet(),
  ]);
  const [game, places, welcome] = await Promise.all([
    session.game(table.game),
    layout(table.game),
    landed(table, invite),
  ]);
  return { table, game: { ...game, title: table.title }, places, welcome };
}

/** Whoever loads the page at a table is sent along what lies there; a socket opens later. */
async function landed(table: TableInfo, invite: string | null): Promise<Welcome | null> {
  const here = router.landed === address(`/t/${table.id}`) && router.at.screen === 'table';
  if (!here || invite || table.state === 'waiting') return null;
  return get<Welcome>(`/api/tables/${table.id}/welcome`).catch(() => null);
}

/** The cards of a table: its own, or those of its game. */
export const packOf = async (table: TableInfo, game: GameInfo): Promise<unknown> =>
  table.deck === 'own' ? get(`/api/tables/${table.id}/pack`) : game.pack;

/** To a new table, made as wished. */
export async function onTo(path: string, wish: unknown = {}): Promise<void> {
  const table = await post<TableInfo>(path, wish);
  router.go(address(`/t/${table.id}`));
}
