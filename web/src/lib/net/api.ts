/** REST calls to the server. A refusal is thrown as a `Refusal` with a sentence for the player. */

import { address } from '../router/base';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly status: number,
    readonly rule: string | null = null,
  ) {
    super(sentence);
  }
}

const OFFLINE = new Refusal(
  'offline',
  'The server does not answer. Nothing is lost; try again in a moment.',
  0,
);

const UNKNOWN_GUEST =
  'The server does not know you. If this browser blocks cookies of this page, allow them. ' +
  'Then load the page again and give your name.';

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(address(path), {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? { Accept: 'application/json' } : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => {
    throw OFFLINE;
  });
  const read: unknown = await answer.json().catch(() => null);
  if (answer.ok) return read as T;
  throw refusal(read, answer.status);
}

function refusal(read: unknown, status: number): Refusal {
  const said = (read ?? {}) as { code?: string; sentence?: string; rule?: string };
  // The page gives a name before it asks for anything that needs one, so the cookie was not kept.
  if (status === 401) return new Refusal('no-guest', UNKNOWN_GUEST, status);
  const sentence = said.sentence ?? `The server could not do that (${status}).`;
  return new Refusal(said.code ?? 'unknown', sentence, status, said.rule ?? null);
}

/** Fetch an answer as text. */
export async function text(path: string): Promise<string> {
  const answer = await fetch(address(path), { credentials: 'same-origin' }).catch(() => {
    throw OFFLINE;
  });
  if (answer.ok) return answer.text();
  throw refusal(await answer.json().catch(() => null), answer.status);
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('POST', path, body);
export const remove = <T>(path: string): Promise<T> => call<T>('DELETE', path);

/** Repeat a request while the server is too busy. */
export async function patiently<T>(ask: () => Promise<T>, tries = 5, wait = 2000): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await ask();
    } catch (error) {
      if (!left || !(error instanceof Refusal) || error.code !== 'too-many') throw error;
    }
    await new Promise((go) => setTimeout(go, wait));
  }
}

/** A path with a query of the values that are given. */
export function withQuery(path: string, query: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  const asked = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return given.length ? `${path}?${asked}` : path;
}

/** An error as a sentence for the player. */
export const sentence = (error: unknown): string =>
  error instanceof Refusal ? error.sentence : 'Something went wrong on this page. Loading it again helps.';
