/** Questions that players ask each other: to undo, to pause, to let a bot play. */

import type { Question, QuestionAnswered, TableInfo } from '../../wire';

export class TableQuestions {
  open: Question[] = $state.raw([]);
  /** Why the last question was not agreed to; empty after the next event. */
  outcome = $state('');
  /** Absent seats whose player this viewer would rather wait for than see a bot. */
  waitingFor: ReadonlySet<number> = $state.raw(new Set<number>());

  /** Adds a question, or replaces it if somebody has agreed. */
  receive(question: Question): void {
    this.open = [...this.open.filter(({ id }) => id !== question.id), question];
  }

  settle({ question, words }: QuestionAnswered): void {
    this.open = this.open.filter(({ id }) => id !== question);
    this.outcome = words ?? '';
  }

  /** Offers no bot for a seat until its player was here again. */
  waitFor(seat: number): void {
    this.waitingFor = new Set([...this.waitingFor, seat]);
  }

  /** Forgets seats whose players have come back. */
  update(table: TableInfo): void {
    this.waitingFor = new Set([...this.waitingFor].filter((seat) => !table.seats[seat]?.here));
  }
}
