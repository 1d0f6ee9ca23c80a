/** The lab: its limits and its experiments, refreshed while the screen is open. */

import type { Experiment, Experiments, LabTerms } from '../../wire';
import { get, post, remove, sentence } from '../net/api';
import { address } from '../router/base';
import type { Epoch } from '../text/curve';

const PATH = '/api/lab/experiments';
const SOON = 1000; // ms, while an experiment runs
const LATER = 5000;

export class LabState {
  terms: LabTerms | null = $state.raw(null);
  experiments: Experiment[] | null = $state.raw(null);
  trouble = $state('');
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Refresh until the returned function is called. */
  watch(): () => void {
    get<LabTerms>('/api/lab').then(
      (terms) => (this.terms = terms),
      (error: unknown) => (this.trouble = sentence(error)),
    );
    void this.look();
    return () => clearTimeout(this.timer);
  }

  async look(): Promise<void> {
    clearTimeout(this.timer);
    if (!document.hidden) await this.read();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), this.isBusy ? SOON : LATER);
  }

  one(id: string): Experiment | null {
    return this.experiments?.find((experiment) => experiment.id === id) ?? null;
  }

  async start(wish: unknown): Promise<Experiment> {
    const experiment = await post<Experiment>(PATH, wish);
    await this.look();
    return experiment;
  }

  async again(id: string): Promise<void> {
    await post(`${PATH}/${id}/start`);
    await this.look();
  }

  async stop(id: string): Promise<void> {
    await post(`${PATH}/${id}/stop`);
    await this.look();
  }

  async drop(id: string): Promise<void> {
    this.experiments = (await remove<Experiments>(`${PATH}/${id}`)).experiments;
  }

  private get isBusy(): boolean {
    return Boolean(this.experiments?.some(({ state }) => state === 'running' || state === 'waiting'));
  }

  private async read(): Promise<void> {
    try {
      this.experiments = (await get<Experiments>(PATH)).experiments;
      this.trouble = '';
    } catch (error) {
      this.trouble = sentence(error);
    }
  }
}

/** The address of a file of an experiment. */
export const fileOf = (id: string, file: 'report' | 'report.json' | 'weights' | 'log'): string =>
  address(`${PATH}/${id}/${file}`);

/** The learning curve of a training so far. */
export const curveOf = (id: string): Promise<Epoch[]> => get(`${PATH}/${id}/report.json`);
