/** The folder of each game's layout; families share one. */
export const FOLDERS: Record<string, string> = {
  'burger-go': 'burger-go',
  'burger-boss': 'burger-boss',
  'ninja-burger': 'ninja-burger',
  'kitchen-rush': 'kitchen-rush',
  burgerfuck: 'burgerfuck',
  'burger-up': 'burger-up',
  'party-up': 'burger-up',
  'solo-up': 'burger-up',
  hanaburger: 'hanaburger',
  'between-two-burgers': 'between-two',
  'burger-trucker': 'burger-trucker',
};
