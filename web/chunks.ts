/** What of the page travels together: one file for what every screen needs, one for what every table needs,
 * and one per game; a slow line waits once per file. */

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const OF_A_GAME = /[\\/]src[\\/]tables[\\/][^\\/]+[\\/]/;

/** The group of a module, or none; `page` and `tables` are what all screens and all tables begin with, and
 * what `lobby` has in common with tables is part of the page. */
export function grouping(
  page: string,
  lobby: string,
  tables: string[],
): (id: string, all: Modules) => string | null {
  let groups: Map<string, string> | null = null;
  return (id, all) => {
    if (!groups) {
      const laid = reached(tables, all);
      const both = [...reached([lobby], all)].filter((one) => laid.has(one));
      groups = grouped(reached([page, ...both], all), laid);
    }
    return groups.get(id) ?? null;
  };
}

function grouped(page: Set<string>, tables: Set<string>): Map<string, string> {
  const shared = [...tables].filter((id) => !page.has(id) && !OF_A_GAME.test(id));
  return new Map([
    ...[...page].map((id) => [id, 'page'] as const),
    ...shared.map((id) => [id, 'table'] as const),
  ]);
}

/** All that is loaded along with these. */
function reached(from: string[], all: Modules): Set<string> {
  const seen = new Set(from);
  for (const id of seen) for (const other of all.getModuleInfo(id)?.importedIds ?? []) seen.add(other);
  return seen;
}
