import type { Attachment } from 'svelte/attachments';

/** A place where a touch beside all buttons counts too: a whole room is easier to hit than one ring. */
export const floor =
  (tap: () => void): Attachment<HTMLElement> =>
  (element) => {
    const click = (event: MouseEvent): void => {
      if (!(event.target as Element).closest('button, a, input')) tap();
    };
    element.addEventListener('click', click);
    return () => element.removeEventListener('click', click);
  };
