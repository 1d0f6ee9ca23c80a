/** Whether the browser has the newest features that the page needs. README, index.html and the build target
 * name the first versions that have all of them. */
export const isSupported = (): boolean =>
  CSS.supports('selector(:has(a))') &&
  CSS.supports('container-type', 'size') &&
  CSS.supports('grid-template-rows', 'subgrid') && // Chrome 117
  'popover' in HTMLElement.prototype && // Firefox 125
  'checkVisibility' in Element.prototype && // Safari 17.4
  'toSorted' in Array.prototype;
