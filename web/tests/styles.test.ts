/** Checks the scopes, units and names of all styles. */

import { type AST, parse, parseCss } from 'svelte/compiler';
import { expect, test } from 'vitest';
import { FOLDERS } from '../src/tables/games';

/** Shared classes that a component may adapt at its own place, by reason. */
const ADAPTED: Record<string, string[]> = {
  'a control is sized or placed': ['key', 'keys', 'field', 'choice', 'seg', 'cover', 'two', 'tell'],
  'a panel is sized or placed': [
    'place',
    'prompt',
    'page-foot',
    'page',
    'dishhead',
    'state',
    'trouble',
    'hand',
  ],
  'a small text is sized or placed': ['num', 'dim', 'wide', 'steps', 'who', 'unit', 'of'],
  'a drawn piece is sized or placed': [
    ...['burger', 'plate', 'order', 'pass', 'seat', 'stand', 'face', 'coins', 'asks', 'food', 'half', 'art'],
    ...['back', 'slot', 'pile', 'sealed', 'chit', 'tick', 'die'],
  ],
  'a state of several pieces': ['open', 'now', 'lit', 'ok', 'past', 'spoken'],
  'a type of food': ['bun'],
  'shared sheets place it': ['frame', 'at-side', 'receipt', 'dots3', 'push', 'pause', 'phases'],
};
/** Floors of text and of things to touch, and the default font size of browsers. */
const FLOORS = ['10px', '13px', '15px', '16px', '44px', '46px', '48px'];

type Sheet = Pick<AST.CSS.StyleSheet, 'children'>;
interface Styled {
  path: string;
  sheet: Sheet;
}

const texts: Record<string, string> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../src/**/*.{svelte,ts,css}', {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  ).map(([path, text]) => [path.replace('../src/', ''), text]),
);
const INDEX = import.meta.glob<string>('../index.html', { query: '?raw', import: 'default', eager: true })[
  '../index.html'
]!;
const files = Object.keys(texts);
const text = (path: string): string => texts[path] ?? '';
/** A component without its styles. */
const unstyled = (path: string): string => text(path).replace(/<style>[\s\S]*<\/style>/, '');
const dirname = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const basename = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const SHARED = 'styles';

const components: Styled[] = files
  .filter((path) => path.endsWith('.svelte'))
  .flatMap((path) => {
    const { css } = parse(text(path), { modern: true });
    return css ? [{ path, sheet: css }] : [];
  });
const sheets: Styled[] = files
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, sheet: parseCss(text(path)) }));
const shared = sheets.filter(({ path }) => dirname(path) === SHARED);
const ofGames = sheets.filter(({ path }) => dirname(path) !== SHARED);
const games = (folder: string): string[] => [
  folder,
  ...Object.keys(FOLDERS).filter((game) => FOLDERS[game] === folder),
];

/** Calls a function for every node of one type. */
function each<Type extends AST.CSS.Node['type']>(
  root: object,
  type: Type,
  found: (node: Extract<AST.CSS.Node, { type: Type }>) => void,
): void {
  for (const value of Object.values(root) as unknown[]) {
    if (!value || typeof value !== 'object') continue;
    if ((value as { type?: string }).type === type) found(value as Extract<AST.CSS.Node, { type: Type }>);
    each(value, type, found);
  }
}
/** The rules that are not inside another rule. */
const outermost = (nodes: (AST.CSS.Node | AST.CSS.Rule)[]): AST.CSS.Rule[] =>
  nodes.flatMap((node) => {
    if (node.type === 'Rule') return [node];
    return node.type === 'Atrule' && node.block && !/keyframes$/.test(node.name)
      ? outermost(node.block.children)
      : [];
  });
const isGlobal = (part: AST.CSS.SimpleSelector): boolean =>
  part.type === 'PseudoClassSelector' && part.name === 'global';

test('all shared style sheets are in the shared layer', () => {
  const index = text('styles/index.css');
  for (const { path } of shared.filter(({ path }) => basename(path) !== 'index.css'))
    expect(index).toContain(`@import './${basename(path)}' layer(shared);`);
  const imports = files
    .filter((path) => /\.(svelte|ts)$/.test(path))
    .flatMap((path) => [...text(path).matchAll(/import '(.*styles\/.*\.css)'/g)].map(([, sheet]) => sheet));
  expect(imports).toEqual(['./styles/index.css']);
});

test('a game has at most one style sheet, all of it below the class of the game', () => {
  const folders = ofGames.map(({ path }) => dirname(path));
  expect(folders).toEqual([...new Set(folders)]);
  for (const { path, sheet } of ofGames) {
    const own = games(basename(dirname(path)));
    for (const rule of outermost(sheet.children))
      for (const { children } of rule.prelude.children) {
        // The bar stands outside the frame: .sitting:has(.kitchen-rush) .bar is a rule of the game, too.
        const first = children[0]!.selectors.map((part) =>
          part.type === 'PseudoClassSelector' && part.name === 'has'
            ? (part.args?.children[0] ?? part)
            : part,
        );
        const named: string[] = [];
        each({ first }, 'ClassSelector', ({ name }) => named.push(name));
        expect(
          named.some((name) => own.includes(name)),
          `${path}: ${text(path).slice(rule.start, rule.prelude.end)}`,
        ).toBe(true);
      }
  }
});

test('no component has a global selector', () => {
  for (const { path, sheet } of components)
    for (const rule of outermost(sheet.children))
      for (const { children } of rule.prelude.children)
        expect(
          children.some(({ selectors }) => !selectors.some(isGlobal)),
          `a selector of ${path} is global as a whole`,
        ).toBe(true);
});

test('lengths are in rem; only lines and floors are in px', () => {
  const found: string[] = [];
  for (const { path, sheet } of [...components, ...sheets])
    each(sheet, 'Declaration', ({ property, value }) => {
      for (const [length, number] of value.matchAll(/(?<![\w#])(\d*\.?\d+)px\b/g))
        if (Number(number) > 3 && !FLOORS.includes(length)) found.push(`${path}: ${property}: ${value}`);
    });
  expect(found).toEqual([]);
});

test('keyframes of a game carry its name', () => {
  for (const { path, sheet } of ofGames)
    each(sheet, 'Atrule', ({ name, prelude }) => {
      if (!/keyframes$/.test(name)) return;
      const own = games(basename(dirname(path)));
      expect(
        own.some((game) => prelude.startsWith(game)),
        `${path}: ${prelude}`,
      ).toBe(true);
    });
  for (const { path, sheet } of components)
    each(sheet, 'Atrule', ({ prelude }) => expect(prelude, path).not.toContain('-global-'));
});

test('no component reuses the name of a shared class', () => {
  // A class that shared sheets name only together with another, like .layer.ghost, cannot hit anything else.
  const taken = new Set<string>();
  for (const { sheet } of shared)
    each(sheet, 'RelativeSelector', ({ selectors }) => {
      const names = selectors.flatMap((part) => (part.type === 'ClassSelector' ? [part.name] : []));
      if (names.length === 1) taken.add(names[0]!);
    });
  const adapted = new Set(Object.values(ADAPTED).flat());
  expect([...adapted].filter((name) => !taken.has(name))).toEqual([]);
  const found = new Set<string>();
  for (const { path, sheet } of components)
    for (const rule of outermost(sheet.children))
      for (const { children } of rule.prelude.children)
        for (const part of children.flatMap(({ selectors }) => selectors))
          if (part.type === 'ClassSelector' && taken.has(part.name) && !adapted.has(part.name))
            found.add(`${path}: .${part.name}`);
  expect([...found]).toEqual([]);
});

test('every class of a style sheet is used', () => {
  // Classes that the page puts together from a word and a number.
  const built = /^n[1-6]$/;
  const markup =
    INDEX +
    files
      .filter((path) => !path.endsWith('.css'))
      .map(unstyled)
      .join('\n');
  const quoted = [...markup.matchAll(/'([^'\n]*)'|"([^"]*)"|`([^`]*)`|class:([\w-]+)/g)];
  const used = new Set(
    quoted.flatMap(
      (found) =>
        found
          .slice(1)
          .join(' ')
          .match(/[\w-]+/g) ?? [],
    ),
  );
  const dead: string[] = [];
  for (const { path, sheet } of sheets)
    each(sheet, 'ClassSelector', ({ name }) => {
      if (!used.has(name) && !built.test(name)) dead.push(`${path}: .${name}`);
    });
  expect(dead).toEqual([]);
});
