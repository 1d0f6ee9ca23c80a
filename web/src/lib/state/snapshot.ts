/** Snapshots of a table, and how updates change them. */

import type { LogPage, Snapshot, Update } from '../../wire';

/** The snapshot after an update: log lines are appended, other fields and zones are replaced. */
export function patched(snapshot: Snapshot, update: Update): Snapshot {
  const { view, ...rest } = update.set;
  const log = update.log.length ? [...snapshot.log, ...update.log] : snapshot.log;
  return { ...snapshot, ...rest, log, view: view ? { ...snapshot.view, ...view } : snapshot.view };
}

/** Whether the viewer must decide, and nothing is answered automatically. */
export const decides = (snapshot: Snapshot): boolean =>
  snapshot.options.length > 0 && !snapshot.over && snapshot.seat !== null && !snapshot.habits?.answer;

/** The snapshot with earlier log lines; unchanged if they do not end where its log begins. */
export function extended(snapshot: Snapshot, page: LogPage): Snapshot {
  if (page.log_from + page.log.length !== snapshot.log_from) return snapshot;
  return { ...snapshot, log: [...page.log, ...snapshot.log], log_from: page.log_from };
}

/** Whether an update is the next one. If not, something was missed. */
export const follows = (seen: number | null, version: number): boolean =>
  seen !== null && version === seen + 1;

/** Whether an update was received before. */
export const stale = (seen: number | null, version: number): boolean => seen !== null && version <= seen;
