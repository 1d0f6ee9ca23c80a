import { mount } from 'svelte';
import App from './App.svelte';
import { session } from './lib/state/session.svelte';
import './styles/tokens.css';
import './styles/units.css';
import './styles/pieces.css';
import './styles/layers.css';
import './styles/pieces-more.css';
import './styles/frame.css';
import './styles/variants.css';
import './styles/controls.css';
import './styles/table.css';

session.dress();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => session.dress());
mount(App, { target: document.getElementById('page')! });
