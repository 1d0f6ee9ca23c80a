import { expect, test } from 'vitest';
import { beside, enlarged } from '../src/lib/input/explained-card';
import { explained } from '../src/lib/text/card-text';

const DESK = { width: 1440, height: 900 };
const rect = (left: number, top: number, width: number, height: number): DOMRect =>
  ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect;

/** Whether two boxes lie on each other. */
const covers = (of: DOMRect, at: { left: number; top: number }, wide: number, tall: number): boolean =>
  at.left < of.right && at.left + wide > of.left && at.top < of.bottom && at.top + tall > of.top;

test('an explanation is beside its card and inside the window', () => {
  for (let left = 0; left <= 1320; left += 60)
    for (let top = 0; top <= 740; top += 60) {
      const of = rect(left, top, 120, 160);
      const at = beside(of, 600, 500, DESK);
      expect(covers(of, at, 600, 500)).toBe(false);
      expect(at.left).toBeGreaterThan(0);
      expect(at.left + 600).toBeLessThan(1440);
      expect(at.top).toBeGreaterThan(0);
      expect(at.top + 500).toBeLessThan(900);
    }
});

test('small cards are drawn larger, and wide ones never smaller than on the table', () => {
  expect(enlarged(80, 100)).toBe(2.2);
  expect(enlarged(200, 140)).toBeCloseTo(1.1);
  expect(enlarged(700, 40)).toBe(1);
});

test('a card has a name, text, marks and its own rules first; other things have none', () => {
  const pack = {
    told: { special: { 0: 'Twice the ingredients.' }, die: { 4: 'four' } },
    about: {
      special: {
        signs: [['$', 'money']],
        rules: ['BB-55'],
        names: { 0: 'double Delivery' },
        own: { 0: ['BB-56'] },
      },
    },
  };
  expect(explained(pack, 'special', '0')).toEqual({
    name: 'Double Delivery',
    words: 'Twice the ingredients.',
    signs: [['$', 'money']],
    rules: ['BB-56', 'BB-55'],
  });
  expect(explained(pack, 'special', -1)).toBeNull();
  expect(explained(pack, 'die', 4)).toBeNull();
  expect(explained({}, 'card', 1)).toBeNull();
});
