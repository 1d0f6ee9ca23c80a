/** Parses and builds the addresses of the page. */

import { address } from './base';

export type Route =
  | { screen: 'lobby' }
  | { screen: 'new'; game: string | null; seats: string[]; options: Record<string, string> }
  | { screen: 'table'; id: string; invite: string | null }
  | { screen: 'replay'; id: string; at: number | null }
  | { screen: 'results'; id: string }
  | { screen: 'campaign'; game: string; team: string | null }
  | { screen: 'rules'; game: string | null; rule: string | null }
  | { screen: 'recipe' }
  | { screen: 'lab' }
  | { screen: 'experiment'; id: string }
  | { screen: 'lost'; path: string };

type Reader = (parts: string[], query: URLSearchParams, hash: string) => Route;

const PATHS: [RegExp, Reader][] = [
  [/^\/$/, () => ({ screen: 'lobby' })],
  [/^\/new$/, (_, query) => wished(query)],
  [/^\/t\/([\w-]+)$/, ([id], query) => table(id!, query)],
  [/^\/replay\/([\w-]+)$/, ([id], query) => ({ screen: 'replay', id: id!, at: number(query.get('at')) })],
  [
    /^\/campaign\/([\w-]+)$/,
    ([game], query) => ({ screen: 'campaign', game: game!, team: query.get('team') }),
  ],
  [/^\/rules$/, () => ({ screen: 'rules', game: null, rule: null })],
  [/^\/rules\/([\w-]+)$/, ([game], _, hash) => ({ screen: 'rules', game: game!, rule: hash || null })],
  [/^\/recipe$/, () => ({ screen: 'recipe' })],
  [/^\/lab$/, () => ({ screen: 'lab' })],
  [/^\/lab\/([\w-]+)$/, ([id]) => ({ screen: 'experiment', id: id! })],
];

const table = (id: string, query: URLSearchParams): Route =>
  query.has('results') ? { screen: 'results', id } : { screen: 'table', id, invite: query.get('invite') };
/** The route of a new table. All parameters but the game and the seats are options. */
function wished(query: URLSearchParams): Route {
  const { game = null, seats = '', ...options } = Object.fromEntries(query);
  return { screen: 'new', game, seats: seats.split(',').filter(Boolean), options };
}
const number = (word: string | null): number | null => (word && /^\d+$/.test(word) ? Number(word) : null);

/** The screen of an address; `lost` if there is none. */
export function route(address: string): Route {
  const url = new URL(address, 'http://server');
  const path = url.pathname.replace(/(.)\/+$/, '$1');
  for (const [pattern, read] of PATHS) {
    const match = pattern.exec(path);
    if (match) return read(match.slice(1), url.searchParams, decodeURIComponent(url.hash.slice(1)));
  }
  return { screen: 'lost', path };
}

/** The invitation link of a table. */
export const inviteLink = (origin: string, id: string, invite: string | null | undefined): string =>
  invite ? origin + address(`/t/${id}?invite=${encodeURIComponent(invite)}`) : origin + address(`/t/${id}`);

export const resultsOf = (id: string): string => address(`/t/${id}?results`);
export const replayOf = (id: string, at: number | null = null): string =>
  address(`/replay/${id}${at === null ? '' : `?at=${at}`}`);
export const campaignOf = (game: string, team: string | null = null): string =>
  address(`/campaign/${game}${team ? `?team=${team}` : ''}`);
/** The address of the screen for a new table, with this already chosen. */
export function newTable(game: string, seats: string[], options: Record<string, unknown>): string {
  const query = new URLSearchParams({ game });
  for (const [key, value] of Object.entries(options)) query.set(key, String(value));
  if (seats.length) query.set('seats', seats.join(','));
  return address(`/new?${query}`);
}
/** The address of an experiment, or of the lab. */
export const labOf = (id = ''): string => address(id ? `/lab/${id}` : '/lab');
