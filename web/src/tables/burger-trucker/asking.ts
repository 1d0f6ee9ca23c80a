/** The question in the prompt, derived from the options in the snapshot. */

import { plural } from '../../lib/text/words';
import { alike, half, typeName } from '../deck';
import { BUILDING, isOut, placeName } from './reading';
import type { Truck } from './truck.svelte';

export interface Asking {
  /** The question, or what the player waits for. */
  words: string;
  /** A second line. */
  path: string;
}

const said = (words: string, path = ''): Asking => ({ words, path });

export function asking(truck: Truck, names: string): Asking {
  const { play, view } = truck;
  const { phase } = view.clock;
  if (play.snapshot.over || play.snapshot.paused) return said(play.snapshot.paused ? 'Paused' : '');
  if (phase === 'setup')
    return truck.offers('ready')
      ? said(`Ready for round ${view.clock.round}?`)
      : said(`Waiting for ${names}`, 'GO comes when all are ready');
  if (phase === 'countdown') return said('Get ready …', 'nobody takes a card before GO');
  if (phase === 'score') return claiming(truck, names);
  if (play.looking) return said(`${names} ${play.snapshot.waiting.length > 1 ? 'build' : 'builds'}`);
  if (view.places[play.viewer] !== BUILDING) return finished(truck);
  if (truck.holds) return holding(truck);
  return play.yours
    ? taking(truck)
    : said(`${names} ${play.snapshot.waiting.length > 1 ? 'build' : 'is on turn'}`, 'you may look around');
}

function claiming(truck: Truck, names: string): Asking {
  const { view, play } = truck;
  const at = view.line_asked.length - 1;
  const name = truck.pack.top_buns[view.line[at] ?? -1]?.name ?? '';
  if (!truck.offers('claim'))
    return said(`${names}: ${name}, or let it go?`, `$${view.line_coins[at]} lie on it`);
  return said(
    `${name}: claim it?`,
    `$${view.line_coins[at]} on it and $${view.pays[play.viewer]} for your burger; one claim a round`,
  );
}

/** What the others still build: how high, and what they wait for. */
export function stillBuilding({ view, play, pack }: Pick<Truck, 'view' | 'play' | 'pack'>): string {
  const building = play.others.filter((seat) => view.places[seat] === BUILDING);
  return building
    .map((seat) => {
      const met = view.incoming.find((_, at) => view.prospects[seat]?.[at]?.[0] === 'met');
      const wanted = view.wanted[seat] ?? 'any';
      const height = view.heights[seat] ? plural(view.heights[seat], 'ingredient') : 'a bare bun';
      const next = wanted === 'any' ? 'takes anything' : `asks ${typeName(wanted)}`;
      return `${play.name(seat)}: ${height}, ${met === undefined ? next : `meets ${pack.top_buns[met]?.name}`}`;
    })
    .join(' · ');
}

function finished(truck: Truck): Asking {
  const { view, play } = truck;
  const place = view.places[play.viewer]!;
  const left = stillBuilding(truck);
  return isOut(place)
    ? said('Out of time: your burger stays as it is', left)
    : said(`Done, ${placeName(place)}: ${plural(view.speed[play.viewer]!, 'speed coin')}`, left);
}

function holding(truck: Truck): Asking {
  const { pack, placings, held } = truck;
  const [a, b] = [half(pack, held * 2), half(pack, held * 2 + 1)];
  const name = alike(pack, held) ? a.name : `${a.name} or ${b.name}`;
  if (!truck.offers('put_back')) return said(name, 'in a moment you can lay it down');
  if (!placings.length)
    return said(
      `${name}: neither fits`,
      `your burger asks for ${typeName(truck.view.wanted[truck.play.viewer]!)}`,
    );
  const one = half(pack, placings[0]!);
  if (placings.length === 1)
    return said(`Place the ${one.name}?`, `then your burger asks for ${typeName(one.next)}`);
  return said(
    'Which half do you place?',
    placings.map((face) => `${half(pack, face).name}, then ${typeName(half(pack, face).next)}`).join(' · '),
  );
}

function taking(truck: Truck): Asking {
  const { view, play } = truck;
  const fit = view.face_up.filter((card) => truck.fitting(card).length).length;
  const words = !view.face_up.length
    ? 'Take a card'
    : fit
      ? `Take a card: ${fit === 1 ? '1 open one fits' : `${fit} open ones fit`}`
      : 'Take a card: no open one fits';
  const met = view.incoming
    .filter((_, at) => view.prospects[play.viewer]?.[at]?.[0] === 'met')
    .map((order) => truck.pack.top_buns[order]?.name);
  return said(
    words,
    met.length
      ? `Your burger meets ${met.join(' and ')}`
      : `Your burger asks for ${typeName(view.wanted[play.viewer]!)}`,
  );
}
