import { mount } from 'svelte';
import App from './App.svelte';
import { session } from './lib/state/session.svelte';
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
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => session.dress());
mount(App, { target: document.getElementById('page')! });
