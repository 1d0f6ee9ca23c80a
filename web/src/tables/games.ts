/** What the manifests of the games say of the page; written by wire.py. */

/** The folder of each game's drawing; families share one. */
export const FOLDERS: Record<string, string> = {
  'burger-go': 'burger-go',
  'burger-boss': 'burger-boss',
  burgerfuck: 'burgerfuck',
  'burger-up': 'burger-up',
  'party-up': 'burger-up',
  'solo-up': 'burger-up',
  'between-two-burgers': 'between-two',
  hanaburger: 'hanaburger',
  'burger-trucker': 'burger-trucker',
  'kitchen-rush': 'kitchen-rush',
  'ninja-burger': 'ninja-burger',
};

/** A burger for the menu. */
export const DISHES: Record<string, string[]> = {
  'burger-go': ['bottom_bun', 'ketchup', 'beef_patty', 'mustard', 'top_bun'],
  'burger-boss': ['bottom_bun', 'beef_patty', 'cheddar_cheese', 'beef_patty', 'top_bun'],
  burgerfuck: ['bottom_bun', 'bbq_sauce', 'beef_patty', 'top_bun'],
  'burger-up': ['bottom_bun', 'lettuce', 'beef_patty', 'cheddar_cheese', 'top_bun'],
  'party-up': ['bottom_bun', 'tomato', 'beef_patty', 'lettuce', 'bacon', 'top_bun'],
  'solo-up': ['bottom_bun', 'fried_egg', 'top_bun'],
  'between-two-burgers': ['bottom_bun', 'avocado', 'grilled_chicken', 'beetroot', 'top_bun'],
  hanaburger: ['bottom_bun', 'pineapple', 'veggie_patty', 'top_bun'],
  'burger-trucker': ['bottom_bun', 'roasted_pepper', 'swiss_cheese', 'beef_patty', 'top_bun'],
  'kitchen-rush': ['bottom_bun', 'brie', 'tomato', 'veggie_patty', 'top_bun'],
  'ninja-burger': ['bottom_bun', 'pickles', 'beef_patty', 'top_bun'],
};
