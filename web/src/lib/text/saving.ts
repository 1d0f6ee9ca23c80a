/** Texts for messages that are sent and not confirmed. */

export const SAVING = 'Saving…';
export const UNCONFIRMED =
  'The server has not confirmed it yet. Once it has, you see it here and nothing is lost; if not, you are told.';
