/** Loads what the screens of a table need. */

import { address } from '../lib/router/base';
import { get, post, withQuery } from '../lib/net/api';
import { router } from '../lib/router/router.svelte';
import { session } from '../lib/state/session.svelte';
import { type Layout, layout } from '../tables';
import type { GameInfo, TableInfo, Welcome } from '../wire';

export interface Opened {
  table: TableInfo;
  /** The game, with the title that this table uses. */
  game: GameInfo;
  places: Layout;
  /** The current state, if it came with the page. */
  welcome: Welcome | null;
}

/** Loads a table, its game and its layout, and who the guest is. */
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

/** Returns the state of a table at which the page was loaded; the socket opens later. */
async function landed(table: TableInfo, invite: string | null): Promise<Welcome | null> {
  const here = router.landed === address(`/t/${table.id}`) && router.at.screen === 'table';
  if (!here || invite || table.state === 'waiting') return null;
  return get<Welcome>(`/api/tables/${table.id}/welcome`).catch(() => null);
}

/** The cards of a table: its own, or those of its game. */
export const packOf = async (table: TableInfo, game: GameInfo): Promise<unknown> =>
  table.deck === 'own' ? get(`/api/tables/${table.id}/pack`) : game.pack;

/** Creates a table and goes there. */
export async function onTo(path: string, wish: unknown = {}): Promise<void> {
  const table = await post<TableInfo>(path, wish);
  router.go(address(`/t/${table.id}`));
}
