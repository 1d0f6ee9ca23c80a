/** Short kitchen sounds, synthesized with Web Audio. Off until the player switches them on. */

import { session } from '../state/session.svelte';

export type Sound = 'card' | 'pat' | 'sizzle' | 'bell' | 'coin' | 'scrape' | 'turn' | 'wood' | 'dice';

let context: AudioContext | null = null;

interface Tone {
  at?: number;
  hz: number;
  to?: number;
  for: number;
  loud: number;
  wave?: OscillatorType;
}

interface Noise {
  at?: number;
  hz: number;
  for: number;
  loud: number;
}

const TONES: Partial<Record<Sound, Tone[]>> = {
  bell: [
    { hz: 1976, for: 0.5, loud: 0.16 },
    { hz: 2960, for: 0.35, loud: 0.07 },
  ],
  coin: [
    { hz: 1318, for: 0.07, loud: 0.1, wave: 'triangle' },
    { at: 0.06, hz: 1760, for: 0.16, loud: 0.1, wave: 'triangle' },
  ],
  turn: [
    { hz: 880, to: 840, for: 0.12, loud: 0.14, wave: 'triangle' },
    { at: 0.16, hz: 880, to: 840, for: 0.16, loud: 0.14, wave: 'triangle' },
  ],
  wood: [{ hz: 160, to: 90, for: 0.14, loud: 0.3 }],
  pat: [{ hz: 190, to: 110, for: 0.08, loud: 0.22 }],
};

const NOISES: Partial<Record<Sound, Noise[]>> = {
  card: [{ hz: 2600, for: 0.06, loud: 0.22 }],
  pat: [{ hz: 900, for: 0.05, loud: 0.12 }],
  sizzle: [{ hz: 5200, for: 0.38, loud: 0.1 }],
  scrape: [{ hz: 3400, for: 0.16, loud: 0.14 }],
  dice: [0, 0.05, 0.11].map((at) => ({ at, hz: 1700, for: 0.035, loud: 0.25 })),
};

/** Play a sound, if sounds are on. */
export function sound(name: Sound): void {
  if (!session.switches.sound) return;
  const audio = running();
  const out = output(audio, session.switches.volume);
  for (const tone of TONES[name] ?? []) ring(audio, out, tone);
  for (const noise of NOISES[name] ?? []) hiss(audio, out, noise);
}

/** Rings three times, even if sounds are off: the player has set a timer. */
export function alarm(): void {
  const audio = running();
  const out = output(audio, Math.max(0.5, session.switches.volume));
  for (const at of [0, 0.6, 1.2])
    for (const tone of TONES.bell ?? []) ring(audio, out, { ...tone, at, loud: tone.loud * 2 });
}

/**
 * Resumes sound at every tap and key, if sounds are on. Browsers start audio only from a gesture, and iOS
 * interrupts it whenever the page is left.
 */
export function resumeOnGesture(page: EventTarget): void {
  const resume = (): void => void (session.switches.sound && running());
  for (const kind of ['pointerup', 'keydown']) page.addEventListener(kind, resume, true);
}

/** The audio context; resumed if the browser has stopped it. */
function running(): AudioContext {
  context ??= new AudioContext();
  if (context.state !== 'running') context.resume().catch(() => undefined);
  return context;
}

function output(audio: AudioContext, volume: number): GainNode {
  const out = audio.createGain();
  out.gain.value = volume;
  out.connect(audio.destination);
  return out;
}

function ring(audio: AudioContext, out: GainNode, tone: Tone): void {
  const start = audio.currentTime + (tone.at ?? 0);
  const source = audio.createOscillator();
  source.type = tone.wave ?? 'sine';
  source.frequency.setValueAtTime(tone.hz, start);
  if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to, start + tone.for);
  source.connect(fading(audio, out, start, tone.for, tone.loud));
  source.start(start);
  source.stop(start + tone.for);
}

function hiss(audio: AudioContext, out: GainNode, noise: Noise): void {
  const start = audio.currentTime + (noise.at ?? 0);
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * noise.for), audio.sampleRate);
  const grains = buffer.getChannelData(0);
  for (let i = 0; i < grains.length; i++) grains[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = noise.hz;
  source.connect(band).connect(fading(audio, out, start, noise.for, noise.loud));
  source.start(start);
}

function fading(audio: AudioContext, out: GainNode, start: number, time: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + time);
  gain.connect(out);
  return gain;
}
