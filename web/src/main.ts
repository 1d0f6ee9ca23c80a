import { mount } from 'svelte';
import App from './App.svelte';
import { resumeOnGesture } from './lib/effects/sound';
import { markKeyboard } from './lib/input/keyboard';
import { session } from './lib/state/session.svelte';
import { isSupported } from './lib/supported';
import './styles/index.css';

/** Measures the font size that the reader has set in the browser; the smallest text follows it. */
function measureFontSize(): void {
  const probe = document.createElement('span');
  probe.style.fontSize = 'medium';
  document.body.append(probe);
  document.documentElement.style.setProperty('--default', getComputedStyle(probe).fontSize);
  probe.remove();
}

measureFontSize();
session.dress();
markKeyboard(window, document.documentElement);
resumeOnGesture(window);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => session.dress());
const target = document.getElementById('page')!;
// index.html holds a sentence for browsers that cannot run the page.
if (isSupported()) {
  target.replaceChildren();
  mount(App, { target });
}
