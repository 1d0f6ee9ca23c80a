/** State of the whole page: the guest, the games of the server, and settings that this device keeps. */

import type { GameInfo, GameSummary, GameWords, Me } from '../../wire';
import type { Speed } from '../effects/scene';
import { get, post } from '../net/api';

export interface Guest {
  id: string;
  name: string;
}

type Theme = 'auto' | 'light' | 'dark';

interface Kept {
  theme: Theme;
  sound: boolean;
  volume: number;
  notify: boolean;
  /** What is answered automatically: forced answers, and windows in which the player can only pass. */
  forced: boolean;
  windows: boolean;
  coached: string[];
  /** Whether the guest had tables of their own at the last visit of the lobby. */
  seated: boolean;
  /** The speed of animations. */
  motion: Speed;
}

/** The colour `--counter` of tokens.css, for the bars of the browser and the phone. */
const BAR_COLOUR = { light: '#FBF8F1', dark: '#211B17' };

const SHELF = 'flattop';
const FRESH: Kept = {
  theme: 'auto',
  sound: false,
  volume: 0.6,
  notify: false,
  forced: true,
  windows: true,
  coached: [],
  seated: false,
  motion: 'brisk',
};

function kept(): Kept {
  try {
    return { ...FRESH, ...(JSON.parse(localStorage.getItem(SHELF) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...FRESH };
  }
}

class Session {
  guest: Guest | null = $state(null);
  known = $state(false);
  /** Whether this guest may use the lab. */
  lab = $state(false);
  switches: Kept = $state(kept());
  private games = new Map<string, Promise<GameInfo>>();
  private books = new Map<string, Promise<GameWords>>();
  private menu: Promise<GameSummary[]> | null = null;

  async meet(): Promise<Guest | null> {
    const me = await get<Me>('/api/me');
    [this.guest, this.lab, this.known] = [me.guest, me.lab ?? false, true];
    return this.guest;
  }

  /** Rename the guest, or create one. */
  async introduce(name: string): Promise<void> {
    const answer = await post<{ guest: Guest }>('/api/guest', { name });
    this.guest = answer.guest ?? (await get<{ guest: Guest }>('/api/me')).guest;
    this.known = true;
  }

  cards(): Promise<GameSummary[]> {
    return (this.menu ??= this.forgetful(get<GameSummary[]>('/api/games'), () => (this.menu = null)));
  }

  /** The data to draw a table of a game. */
  game(key: string): Promise<GameInfo> {
    return this.once(this.games, key, `/api/games/${key}/table`);
  }

  /** The rules and card texts of a game. A table can be shown without them. */
  words(key: string): Promise<GameWords> {
    return this.once(this.books, key, `/api/games/${key}/words`);
  }

  private once<T>(asked: Map<string, Promise<T>>, key: string, path: string): Promise<T> {
    const answer = asked.get(key) ?? this.forgetful(get<T>(path), () => asked.delete(key));
    asked.set(key, answer);
    return answer;
  }

  keep(change: Partial<Kept>): void {
    Object.assign(this.switches, change);
    try {
      localStorage.setItem(SHELF, JSON.stringify(this.switches));
    } catch {
      // Without storage the settings last until the page is closed.
    }
    this.dress();
  }

  /** Writes the theme on the root element, for the style sheets, and colours the browser's own bars. */
  dress(): void {
    const { theme } = this.switches;
    const dark = theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      meta.content = dark ? BAR_COLOUR.dark : BAR_COLOUR.light;
  }

  /** Forget a failed request, so that it is repeated. */
  private forgetful<T>(answer: Promise<T>, forget: () => void): Promise<T> {
    answer.catch(forget);
    return answer;
  }
}

export const session = new Session();
