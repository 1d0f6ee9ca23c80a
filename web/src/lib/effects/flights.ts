/**
 * Animations of things without an element of their own: hands that are passed on, coins that change owners,
 * and dice that roll. They take no space, no clicks, and screen readers ignore them.
 */

import type { Places } from './flip';
import type { Scene } from './scene';

const PASS = 620;
const COIN = 560;
const BUBBLE = 1100;
const TUMBLE = 620;
const BACKS = 4;
/** Keys of pieces that are not part of another piece. */
const CARDS = /^(card|order|customer)-/;

/** Amounts and dice before a change, by the element that shows them. */
export interface Marks {
  amounts: Map<HTMLElement, number>;
  dice: Map<HTMLElement, string>;
}

const amounts = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-amount]')];
const dice = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('.die')];
const face = (die: HTMLElement): string => die.dataset.n ?? '';

export const marks = (root: Element): Marks => ({
  amounts: new Map(amounts(root).map((one) => [one, Number(one.dataset.amount)])),
  dice: new Map(dice(root).map((die) => [die, face(die)])),
});

/** The position of a seat's mark on the table, not in the log; of several the largest. */
export function markOf(root: Element, seat: number | null): DOMRect | null {
  if (seat === null) return null;
  const all = [...root.querySelectorAll<HTMLElement>(`[data-seat="${seat}"]`)];
  const shown = all.filter((one) => !one.closest('.receipt') && one.offsetParent);
  const chief = shown.find((one) => !one.matches('.small')) ?? shown.find((one) => one.closest('.purse'));
  return (chief ?? shown[0])?.getBoundingClientRect() ?? null;
}

/** Roll the dice that are new or show another value. */
export function tumble(root: Element, before: Marks, { tempo }: Scene): void {
  const rolled = dice(root).filter((die) => before.dice.get(die) !== face(die) && !die.matches('.tumble'));
  rolled.forEach((die, i) => {
    const turns = i % 2 ? -1 : 1;
    const frames = [
      { transform: `translateY(-26px) rotate(${turns * 300}deg) scale(1.2)`, opacity: 0.6 },
      { transform: `translateY(0) rotate(${turns * 60}deg)`, opacity: 1, offset: 0.6 },
      { transform: `translateY(-6px) rotate(${turns * 12}deg)`, offset: 0.8 },
      { transform: 'none' },
    ];
    const timing = { duration: TUMBLE * tempo, delay: (i % 6) * 40 * tempo };
    die.animate(frames, { ...timing, easing: 'ease-out', fill: 'backwards' });
  });
}

/** Move card backs from every hand to the next one. */
export function passHands(root: Element, seats: number, from: number, scene: Scene): void {
  if (scene.passedTo === null) return;
  const step = (scene.passedTo - from + seats) % seats;
  const spots = Array.from({ length: seats }, (_, seat) => markOf(root, seat));
  for (let seat = 0; seat < seats; seat++) {
    const [start, end] = [spots[seat], spots[(seat + step) % seats]];
    if (!start || !end) continue;
    for (let i = 0; i < BACKS; i++) sail(root, 'back', start, end, PASS * scene.tempo, i * 45 * scene.tempo);
  }
}

/** Show by how much each amount has changed, and move coins from the payer to the winner. */
export function pay(root: Element, before: Marks, gone: DOMRect | null, { tempo }: Scene): void {
  const changed = [...before.amounts]
    .filter(([element]) => element.isConnected && element.offsetParent)
    .map(([element, was]) => ({ element, by: Number(element.dataset.amount) - was }))
    .filter(({ by }) => by !== 0)
    .map((one) => ({ ...one, rect: one.element.getBoundingClientRect() }));
  const payer = changed.find(({ by }) => by < 0)?.rect ?? gone;
  for (const { by, rect } of changed) {
    bubble(root, by, rect, tempo);
    if (by > 0 && payer)
      for (let i = 0; i < Math.min(by, 3); i++) sail(root, 'coin', payer, rect, COIN * tempo, i * 90 * tempo);
  }
}

/** Positions of cards that are gone: bought, played or served. */
export function left(root: Element, before: Places): DOMRect[] {
  const here = new Set([...root.querySelectorAll<HTMLElement>('[data-flip]')].map((one) => one.dataset.flip));
  return [...before].filter(([key]) => CARDS.test(key) && !here.has(key)).map(([, rect]) => rect);
}

/** Move cards that a seat took to that seat. */
export function depart(root: Element, gone: DOMRect[], to: DOMRect | null, { tempo }: Scene): void {
  if (to)
    gone.slice(0, BACKS).forEach((rect, i) => sail(root, 'back', rect, to, PASS * tempo, i * 80 * tempo));
}

function bubble(root: Element, by: number, rect: DOMRect, tempo: number): void {
  const ghost = risen(root, by > 0 ? 'gain' : 'loss', rect);
  ghost.textContent = by > 0 ? `+${by}` : `−${-by}`;
  const frames = [
    { transform: 'translate(-50%, 0)', opacity: 0 },
    { transform: 'translate(-50%, -16px)', opacity: 1, offset: 0.2 },
    { transform: 'translate(-50%, -20px)', opacity: 1, offset: 0.7 },
    { transform: 'translate(-50%, -30px)', opacity: 0 },
  ];
  vanish(ghost, ghost.animate(frames, { duration: BUBBLE * tempo }));
}

function sail(root: Element, what: 'back' | 'coin', a: DOMRect, b: DOMRect, ms: number, delay: number): void {
  const ghost = risen(root, what, a);
  const [dx, dy] = [b.left + b.width / 2 - a.left - a.width / 2, b.top + b.height / 2 - a.top - a.height / 2];
  const frames = [
    { transform: 'translate(-50%, -50%) scale(.8)', opacity: 0 },
    {
      transform: `translate(calc(-50% + ${dx / 2}px), calc(-50% + ${dy / 2 - 24}px)) scale(1.1)`,
      opacity: 1,
    },
    { transform: `translate(calc(-50% + ${dx}px), calc(-50% + ${dy}px)) scale(.8)`, opacity: 0.2 },
  ];
  const timing = { duration: ms, delay, easing: 'ease-in-out', fill: 'backwards' as const };
  vanish(ghost, ghost.animate(frames, timing));
}

/** Add a decoration above the table. It takes no clicks and no space. */
function risen(root: Element, what: string, over: DOMRect): HTMLElement {
  const ghost = document.createElement('span');
  ghost.className = `airborne ${what}`;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.style.left = `${over.left + over.width / 2}px`;
  ghost.style.top = `${over.top + over.height / 2}px`;
  root.append(ghost);
  return ghost;
}

function vanish(ghost: HTMLElement, motion: Animation): void {
  motion.onfinish = motion.oncancel = () => ghost.remove();
}
