/** What a seat knows, and how an update changes it. */

import type { LogPage, Sheet, Update } from '../../wire';

/** The sheet after an update: new lines below the log, changed keys replaced, of the view only changed
 * zones. */
export function patched(sheet: Sheet, update: Update): Sheet {
  const { view, ...rest } = update.set;
  const log = update.log.length ? [...sheet.log, ...update.log] : sheet.log;
  return { ...sheet, ...rest, log, view: view ? { ...sheet.view, ...view } : sheet.view };
}

/** Whether the seat is to decide: it is asked, and nothing is being answered for it. */
export const decides = (sheet: Sheet): boolean =>
  sheet.options.length > 0 && !sheet.over && sheet.seat !== null && !sheet.habits?.answer;

/** The sheet with earlier lines above its log; a page that does not end where the log begins adds nothing. */
export function extended(sheet: Sheet, page: LogPage): Sheet {
  if (page.log_from + page.log.length !== sheet.log_from) return sheet;
  return { ...sheet, log: [...page.log, ...sheet.log], log_from: page.log_from };
}

/** Whether an update follows directly on what is known; if not, something was missed. */
export const follows = (seen: number | null, version: number): boolean =>
  seen !== null && version === seen + 1;

/** Whether an update was seen already and may be dropped. */
export const stale = (seen: number | null, version: number): boolean => seen !== null && version <= seen;
