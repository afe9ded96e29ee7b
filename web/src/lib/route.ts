// Addresses: everything after the #, so that tokens are never sent to a server as part of a page's address.
export type Route =
  | { page: 'lobby' }
  | { page: 'game'; id: string; token: string | null; briefing: boolean }
  | { page: 'aids'; id: string }
  | { page: 'rules'; slug: string; to: string; game: string }
  | { page: 'briefing'; slug: string; scenario: string }
  | { page: 'learn'; slug: string };

export function readRoute(hash: string): Route {
  const [path, query = ''] = hash.replace(/^#/, '').split('?');
  const [, page, first = '', second = ''] = path.split('/').map(decodeURIComponent);
  const asked = new URLSearchParams(query);
  if (page === 'games' && first && second === 'aids') return { page: 'aids', id: first };
  if (page === 'games' && first) return { page: 'game', id: first, token: asked.get('token'), briefing: asked.has('briefing') };
  if (page === 'rules' && first) return { page: 'rules', slug: first, to: second, game: asked.get('game') ?? '' };
  if (page === 'briefing' && first && second) return { page: 'briefing', slug: first, scenario: second };
  if (page === 'learn' && first) return { page: 'learn', slug: first };
  return { page: 'lobby' };
}

export const gameAddress = (id: string): string => `#/games/${encodeURIComponent(id)}`;
/** A game, with its briefing on top. */
export const briefedAddress = (id: string): string => `${gameAddress(id)}?briefing`;
/** Tables, turn record, order of battle and victory of a game, on a page to print. */
export const aidsAddress = (id: string): string => `${gameAddress(id)}/aids`;
export const rulesAddress = (slug: string, to = '', game = ''): string => `#/rules/${slug}${to ? `/${encodeURIComponent(to)}` : ''}${game ? `?game=${encodeURIComponent(game)}` : ''}`;
export const briefingAddress = (slug: string, scenario: string): string => `#/briefing/${slug}/${encodeURIComponent(scenario)}`;
/** The guided first game of a title. */
export const lessonAddress = (slug: string): string => `#/learn/${slug}`;
