import { expect, test } from 'vitest';
import { Chain } from '../src/lib/input/action-chain';
import type { Action } from '../src/wire';

/** A table that offers one list of answers after the other. */
class Table {
  readonly sent: string[] = [];
  private at = 0;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly offered: string[][],
    private readonly refused = '',
  ) {}

  offers = (action: Action): boolean => this.offered[this.at]?.includes(action.join(' ')) ?? false;
  send = (action: Action): Promise<boolean> => {
    this.sent.push(action.join(' '));
    if (action.join(' ') !== this.refused) this.at += 1;
    return Promise.resolve(action.join(' ') !== this.refused);
  };
  next = (): Promise<void> => new Promise((go) => this.waiting.push(go));
  pass(): void {
    this.at += 1;
    for (const go of this.waiting.splice(0)) go();
  }
}

const steps = (...words: string[]) => words.map((one) => ({ action: one.split(' ') as Action }));

test('answers of a chain are sent in order, each when it is offered', async () => {
  const table = new Table([['buy 3', 'done'], ['done'], ['place 6', 'done']]);
  expect(await new Chain(table).run(steps('buy 3', 'done', 'place 6'))).toBeNull();
  expect(table.sent).toEqual(['buy 3', 'done', 'place 6']);
});

test('an answer that is not offered is never sent, and is named in the error', async () => {
  const table = new Table([['buy 3'], ['done']]);
  const chain = new Chain(table);
  expect((await chain.run(steps('buy 3', 'place 6', 'done')))?.action).toEqual(['place', '6']);
  expect(table.sent).toEqual(['buy 3']);
  expect(chain.given).toBe(1);
});

test('an optional step that is not offered is skipped', async () => {
  const table = new Table([['token 1'], ['token 2'], ['grill 0']]);
  const [one, grill, two] = steps('token 1', 'grill 0', 'token 2');
  await new Chain(table).run([one!, { ...grill!, may: true }, two!, { ...grill!, may: true }]);
  expect(table.sent).toEqual(['token 1', 'token 2', 'grill 0']);
});

test('a refusal ends the chain', async () => {
  const table = new Table([['die 3'], ['place shop']], 'die 3');
  const chain = new Chain(table);
  expect(await chain.run(steps('die 3', 'place shop'))).toBeNull();
  expect(table.sent).toEqual(['die 3']);
  expect(chain.given).toBe(0);
});

test('the chain waits a limited time for a slow step', async () => {
  const table = new Table([['grab 4'], [], ['place 8']]);
  let holds = true;
  const wait = (): boolean => holds;
  const run = new Chain(table).run([...steps('grab 4'), { ...steps('place 8')[0]!, wait }]);
  await new Promise((go) => setTimeout(go));
  expect(table.sent).toEqual(['grab 4']);
  table.pass();
  await run;
  expect(table.sent).toEqual(['grab 4', 'place 8']);
  holds = false;
  const late = new Table([[], ['place 8']]);
  expect(await new Chain(late).run([{ ...steps('place 8')[0]!, wait }])).not.toBeNull();
});

test('another play in between ends the chain', async () => {
  const table = new Table([['grab 4'], [], ['place 8']]);
  const chain = new Chain(table);
  const run = chain.run([...steps('grab 4'), { ...steps('place 8')[0]!, wait: () => true }]);
  await new Promise((go) => setTimeout(go));
  chain.end();
  table.pass();
  expect(await run).toBeNull();
  expect(table.sent).toEqual(['grab 4']);
});

test('one undo takes back all answers of the chain', async () => {
  const chain = new Chain(new Table([['choose 1'], ['choose 2']]));
  await chain.run(steps('choose 1', 'choose 2'));
  expect([chain.takesBack(), chain.takesBack(), chain.takesBack()]).toEqual([true, false, false]);
});
