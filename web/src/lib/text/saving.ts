/** What is said while something was sent and is not confirmed: no word of it is more than is known. */

export const SAVING = 'Saving…';
export const UNCONFIRMED =
  'The server has not confirmed it yet. Once it has, you see it here and nothing is lost; if not, you are told.';
