import { mount } from 'svelte';
import App from './App.svelte';
import { house } from './lib/state/session.svelte';
import './styles/tokens.css';
import './styles/pieces.css';
import './styles/layers.css';
import './styles/kitchen.css';
import './styles/pieces-more.css';
import './styles/frame.css';
import './styles/variants.css';
import './styles/controls.css';
import './styles/table.css';

house.dress();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => house.dress());
mount(App, { target: document.getElementById('page')! });
