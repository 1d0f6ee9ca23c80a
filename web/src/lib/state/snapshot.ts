/** Snapshots of a table, and how updates change them. */

import type { LogPage, Sheet, Update } from '../../wire';

/** The snapshot after an update: log lines are appended, other fields and zones are replaced. */
export function patched(sheet: Sheet, update: Update): Sheet {
  const { view, ...rest } = update.set;
  const log = update.log.length ? [...sheet.log, ...update.log] : sheet.log;
  return { ...sheet, ...rest, log, view: view ? { ...sheet.view, ...view } : sheet.view };
}

/** Whether the viewer must decide, and nothing is answered automatically. */
export const decides = (sheet: Sheet): boolean =>
  sheet.options.length > 0 && !sheet.over && sheet.seat !== null && !sheet.habits?.answer;

/** The snapshot with earlier log lines; unchanged if they do not end where its log begins. */
export function extended(sheet: Sheet, page: LogPage): Sheet {
  if (page.log_from + page.log.length !== sheet.log_from) return sheet;
  return { ...sheet, log: [...page.log, ...sheet.log], log_from: page.log_from };
}

/** Whether an update is the next one. If not, something was missed. */
export const follows = (seen: number | null, version: number): boolean =>
  seen !== null && version === seen + 1;

/** Whether an update was received before. */
export const stale = (seen: number | null, version: number): boolean => seen !== null && version <= seen;
