/** Texts about a team and its progress in a campaign. */

import type { CampaignInfo, SeatInfo, ChapterInfo, ChapterProgress, TeamProgress } from '../../wire';
import { listed, plural } from './words';

/** "You, Ben and 2 House bots". */
export function named(team: TeamProgress): string {
  const people = team.members
    .filter((one) => one.kind === 'person')
    .map((one) => (one.you ? 'You' : one.name));
  const bots = new Map<string, number>();
  for (const one of team.members)
    if (one.kind !== 'person') bots.set(one.name, (bots.get(one.name) ?? 0) + 1);
  return listed([...people, ...[...bots].map(([name, n]) => (n === 1 ? `a ${name}` : `${n} ${name}s`))]);
}

/** The seats of a new table with the same players: the viewer, invitations for people, and bots. */
export const seatsOf = (team: TeamProgress): string[] =>
  team.members.map((one) => (one.you ? 'you' : one.kind === 'person' ? 'open' : one.kind));
export const seatsAgain = (seats: SeatInfo[], yours: number | null): string[] => [
  'you',
  ...seats
    .filter((chair) => chair.seat !== (yours ?? 0))
    .map((chair) => (chair.kind === 'person' ? 'open' : chair.kind)),
];

export const reached = (team: TeamProgress | null, chapter: ChapterInfo): ChapterProgress | null =>
  team?.chapters.find((one) => one.chapter === chapter.value) ?? null;

/** "not tried yet", "tried 3 times, 90 % of the goal at best", "won 2 of 5 times". */
export function standing(progress: ChapterProgress | null): string {
  if (!progress) return 'not tried yet';
  const times = progress.tried === 1 ? 'once' : `${progress.tried} times`;
  if (!progress.won) return `tried ${times}, ${progress.best.points} % of the goal at best`;
  return progress.tried === 1
    ? 'won at the first go'
    : `won ${progress.won} of ${plural(progress.tried, 'time')}`;
}

/** "4:05.3", with tenths to tell equal seconds apart. */
export function time(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const rest = tenths % 600;
  return `${Math.floor(tenths / 600)}:${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`;
}

/** The next chapter, or null. */
export function after(campaign: CampaignInfo, value: unknown): ChapterInfo | null {
  const at = campaign.chapters.findIndex((one) => one.value === value);
  return at < 0 ? null : (campaign.chapters[at + 1] ?? null);
}
